// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The dialect for users, with event schema 3.
package struct UserDialect: LaunchDarklyDialect {
    private let mapper: any ContextMapper<LaunchDarklyUser>
    private let deviceKey: LaunchDarklyDeviceKey?

    /// Creates the dialect.
    ///
    /// - Parameters:
    ///   - mapper: The mapper from contexts to users.
    ///   - deviceKey: The key that the mapper gives to users without one, so that it can be loaded in advance.
    package init(mapper: any ContextMapper<LaunchDarklyUser>, deviceKey: LaunchDarklyDeviceKey? = nil) {
        self.mapper = mapper
        self.deviceKey = deviceKey
    }

    /// Creates the dialect with Halyard's mapper.
    package init(_ mapper: LaunchDarklyUserMapper = LaunchDarklyUserMapper()) {
        self.init(mapper: mapper, deviceKey: mapper.deviceKey)
    }

    package let contextModel = LaunchDarklyContextModel.users
    package let paths = LaunchDarklyPaths(
        poll: "/msdk/evalx/users", pollReport: "/msdk/evalx/user", stream: "/meval", events: "/mobile/events/bulk",
        diagnostics: "/mobile/events/diagnostic")
    package let eventSchema = 3
    package let hasAliases = true
    package let writesNullDefaults = true
    package let hasSummaryPerIdentity = false
    package let countsPrerequisites = false

    package func prepare(for contexts: [EvaluationContext]) async -> [Diagnostic] {
        await deviceKey?.load()
        return deviceKey?.diagnostic.map { [$0] } ?? []
    }

    package func generatedKeys(for context: EvaluationContext) -> [String: FlagValue] {
        guard let deviceKey, context.attachment == nil, context.primary.key == nil else { return [:] }
        return ["user": .string(deviceKey.value)]
    }

    package func recall(_ keys: [String: FlagValue], of context: EvaluationContext) {
        if case .string(let key)? = keys["user"] { deviceKey?.recall(key) }
    }

    package func forget(_ identity: any LaunchDarklyIdentity) async {
        guard let deviceKey, await deviceKey.load() == identity.key else { return }
        await deviceKey.deleteKey()
    }

    package func identity(of context: EvaluationContext) throws -> MappedContext<any LaunchDarklyIdentity> {
        let mapped = try mapper.map(context)
        return MappedContext(mapped.output, losses: mapped.losses)
    }

    package func members(
        about identity: any LaunchDarklyIdentity, in place: LaunchDarklyEventPlace, isInline: Bool,
        _ privacy: LaunchDarklyPrivacy
    ) -> [String: FlagValue]? {
        switch place {
        case .identify: return ["key": .string(identity.key), "user": identity.eventJSON(privacy)]
        case .debug, .index: return ["user": identity.eventJSON(privacy)]
        case .summary: return [:]
        case .feature, .custom:
            var members: [String: FlagValue] =
                isInline ? ["user": identity.eventJSON(privacy)] : ["userKey": .string(identity.key)]
            if identity.isNobody { members["contextKind"] = .string(kind(of: identity)) }
            return members
        }
    }

    package func kind(of identity: any LaunchDarklyIdentity) -> String { identity.isNobody ? "anonymousUser" : "user" }
}
