// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Both generations: the identity that the app passes decides which of them is used.
///
/// A ``LaunchDarklyUser`` is sent as a user and a ``LaunchDarklyContext`` as a context; for a neutral context that
/// carries no identity of LaunchDarkly's own, the provider's options decide.
package struct IdentityDialect: LaunchDarklyDialect {
    private let users: UserDialect
    private let contexts: ContextDialect
    /// The generation that a neutral context is sent in.
    private let plain: LaunchDarklyEra

    /// Makes the dialect.
    package init(users: UserDialect, contexts: ContextDialect, plain: LaunchDarklyEra) {
        self.users = users
        self.contexts = contexts
        self.plain = plain
    }

    package func era(of context: EvaluationContext) -> LaunchDarklyEra {
        guard let attachment = context.attachment else { return plain }
        if attachment.as(LaunchDarklyUser.self) != nil { return .users }
        return attachment.as(LaunchDarklyContext.self) != nil ? .contexts : plain
    }

    package func speaking(_ era: LaunchDarklyEra) -> any LaunchDarklyDialect {
        switch era {
        case .users: users
        case .contexts: contexts
        }
    }

    package func identity(of context: EvaluationContext) throws -> MappedContext<any LaunchDarklyIdentity> {
        try speaking(era(of: context)).identity(of: context)
    }

    package func prepare(for contexts: [EvaluationContext]) async -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for era in LaunchDarklyEra.allCases {
            let own = contexts.filter { self.era(of: $0) == era }
            if !own.isEmpty { findings += await speaking(era).prepare(for: own) }
        }
        return findings
    }

    package func generatedKeys(for context: EvaluationContext) -> [String: FlagValue] {
        speaking(era(of: context)).generatedKeys(for: context)
    }

    package func recall(_ keys: [String: FlagValue], of context: EvaluationContext) {
        speaking(era(of: context)).recall(keys, of: context)
    }

    package func forget(_ identity: any LaunchDarklyIdentity) async {
        await speaking(identity is LaunchDarklyUser ? .users : .contexts).forget(identity)
    }

    package func members(
        about identity: any LaunchDarklyIdentity, in place: LaunchDarklyEventPlace, isInline: Bool,
        _ privacy: LaunchDarklyPrivacy
    ) -> [String: FlagValue]? {
        speaking(identity is LaunchDarklyUser ? .users : .contexts)
            .members(about: identity, in: place, isInline: isInline, privacy)
    }

    package func kind(of identity: any LaunchDarklyIdentity) -> String { users.kind(of: identity) }

    // What does not depend on an identity is that of neutral contexts.
    package var paths: LaunchDarklyPaths { speaking(plain).paths }
    package var eventSchema: Int { speaking(plain).eventSchema }
    package var hasAliases: Bool { speaking(plain).hasAliases }
    package var writesNullDefaults: Bool { speaking(plain).writesNullDefaults }
    package var hasSummaryPerIdentity: Bool { speaking(plain).hasSummaryPerIdentity }
    package var countsPrerequisites: Bool { speaking(plain).countsPrerequisites }
}

extension IdentityDialect {
    /// Makes the dialect of a provider with these options.
    package init(
        _ options: LaunchDarklyOptions, mapper: any ContextMapper<LaunchDarklyContext>,
        userMapper: any ContextMapper<LaunchDarklyUser>, deviceKeys: LaunchDarklyDeviceKeys, random: any RandomSource
    ) {
        let asksSystem = options.addsEnvironmentAttributes
        let application = options.application.resolved(asksSystem: asksSystem)
        let environment = LaunchDarklyEnvironment(
            application: application, locale: LaunchDarklyApplication.systemLocale, deviceKey: deviceKeys["ld_device"])
        self.init(
            users: UserDialect(mapper: userMapper, deviceKey: (userMapper as? LaunchDarklyUserMapper)?.deviceKey),
            contexts: ContextDialect(
                mapper: mapper, deviceKeys: deviceKeys, environment: asksSystem ? environment : nil,
                application: application, instanceID: LaunchDarklyInstanceID(random: random)),
            plain: options.era)
    }
}
