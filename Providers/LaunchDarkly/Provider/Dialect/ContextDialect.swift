// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// The dialect for contexts, with event schema 4.
package struct ContextDialect: LaunchDarklyDialect {
    private let mapper: any ContextMapper<LaunchDarklyContext>
    private let deviceKeys: LaunchDarklyDeviceKeys?
    private let environment: LaunchDarklyEnvironment?
    private let tags: HTTPHeaders
    private let instanceID: LaunchDarklyInstanceID?

    /// Creates the dialect.
    ///
    /// - Parameters:
    ///   - mapper: The mapper from vendor-neutral to LaunchDarkly contexts.
    ///   - deviceKeys: The keys that the mapper gives to parts without one, so that they can be loaded in advance.
    ///   - environment: The added information about the app and the device, or `nil` for none.
    ///   - application: The app that every request identifies, see ``LaunchDarklyApplication``.
    ///   - instanceID: The identifier of this provider in every request, or `nil` for none.
    package init(
        mapper: any ContextMapper<LaunchDarklyContext>, deviceKeys: LaunchDarklyDeviceKeys? = nil,
        environment: LaunchDarklyEnvironment? = nil,
        application: LaunchDarklyApplication = LaunchDarklyApplication(), instanceID: LaunchDarklyInstanceID? = nil
    ) {
        self.mapper = mapper
        self.deviceKeys = deviceKeys
        self.environment = environment
        tags = application.tagHeaders
        self.instanceID = instanceID
    }

    /// Creates the dialect of the service for servers.
    ///
    /// - Parameters:
    ///   - mapper: The mapper from vendor-neutral to LaunchDarkly contexts.
    ///   - application: The app that every request identifies.
    ///   - instanceID: The identifier of this provider in every request.
    static func servers(
        mapper: LaunchDarklyContextMapper, application: LaunchDarklyApplication, instanceID: LaunchDarklyInstanceID
    ) -> ContextDialect {
        var dialect = ContextDialect(mapper: mapper, application: application.tidied, instanceID: instanceID)
        dialect.paths = .servers
        dialect.keyPrefix = ""
        return dialect
    }

    package var headers: HTTPHeaders {
        var headers = tags
        if let instanceID { headers["X-LaunchDarkly-Instance-Id"] = instanceID.value }
        return headers
    }

    package let contextModel = LaunchDarklyContextModel.contexts
    package private(set) var paths = LaunchDarklyPaths(
        poll: "/msdk/evalx/contexts", pollReport: "/msdk/evalx/context", stream: "/meval",
        events: "/mobile/events/bulk", diagnostics: "/mobile/events/diagnostic")
    package private(set) var keyPrefix = "api_key "
    package let eventSchema = 4
    package let hasAliases = false
    package let writesNullDefaults = false
    package let hasSummaryPerIdentity = true
    package let countsPrerequisites = true

    package func prepare(for contexts: [EvaluationContext]) async -> [Diagnostic] {
        var keys: [LaunchDarklyDeviceKey] = []
        if let environment { keys.append(environment.deviceKey) }
        if let deviceKeys {
            keys += Self.keyless(contexts).map { deviceKeys[$0] }
        }
        var diagnostics: [Diagnostic] = []
        for key in keys {
            await key.load()
            if let diagnostic = key.diagnostic { diagnostics.append(diagnostic) }
        }
        return diagnostics
    }

    private static func keyless(_ contexts: [EvaluationContext]) -> [ContextKind] {
        Set(contexts.flatMap(\.parts).filter { $0.key == nil }.map(\.kind)).sorted(by: \.rawValue)
    }

    package func generatedKeys(for context: EvaluationContext) -> [String: FlagValue] {
        guard let deviceKeys, context.attachment == nil else { return [:] }
        return Self.keyless([context]).reduce(into: [:]) { $0[$1.rawValue] = .string(deviceKeys[$1].value) }
    }

    package func recall(_ keys: [String: FlagValue], of context: EvaluationContext) {
        for kind in Self.keyless([context]) {
            if case .string(let key)? = keys[kind.rawValue] { deviceKeys?[kind].recall(key) }
        }
    }

    package func identity(of context: EvaluationContext) throws -> MappedContext<any LaunchDarklyIdentity> {
        let mapped = try mapper.map(context)
        return MappedContext(environment?.adding(to: mapped.output) ?? mapped.output, losses: mapped.losses)
    }

    package func forget(_ identity: any LaunchDarklyIdentity) async {
        guard let deviceKeys, let context = identity as? LaunchDarklyContext else { return }
        for part in context.parts where part.isAnonymous || part.kind == .user {
            let key = deviceKeys[part.kind]
            if await key.load() == part.key { await key.deleteKey() }
        }
    }

    package func members(
        about identity: any LaunchDarklyIdentity, in place: LaunchDarklyEventPlace, isInline: Bool,
        _ privacy: LaunchDarklyPrivacy
    ) -> [String: FlagValue]? {
        guard let context = identity as? LaunchDarklyContext else { return nil }
        switch place {
        case .identify:
            guard let known = privacy.omitsAnonymous ? context.withoutAnonymousParts : context else { return nil }
            return ["key": .string(known.fullyQualifiedKey()), "context": known.eventJSON(privacy)]
        case .index:
            let known = privacy.omitsAnonymous ? context.withoutAnonymousParts : context
            return known.map { ["context": $0.eventJSON(privacy)] }
        case .debug, .custom: return ["context": context.eventJSON(privacy)]
        case .feature, .summary: return ["context": context.eventJSON(privacy, hidesAnonymous: true)]
        }
    }

    package func kind(of identity: any LaunchDarklyIdentity) -> String { "context" }
}
