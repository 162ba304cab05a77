// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Each flag has its providers: exact names, prefixes, patterns.
public struct Routing: MergeRule {
    /// Some flags and who answers them.
    public struct Route: Sendable, Hashable {
        /// Which flags.
        public var flags: [FlagPattern]
        /// Who answers: the first, and the next one only when the one before does not know the flag.
        public var providers: [String]

        /// Makes a route.
        public init(_ flags: [FlagPattern], to providers: String...) {
            self.init(flags, to: providers)
        }

        /// Makes a route.
        public init(_ flags: [FlagPattern], to providers: [String]) {
            self.flags = flags
            self.providers = providers
        }
    }

    /// The rule's name.
    public let name = "routing"
    /// The routes; the first one that fits a flag counts.
    public let routes: [Route]
    /// Who answers flags that no route fits; nil for all providers in their order.
    public let otherwise: [String]?

    /// Makes the rule.
    public init(_ routes: [Route], otherwise: [String]? = nil) {
        self.routes = routes
        self.otherwise = otherwise
    }

    /// The first one of the flag's route that knows it, unless one before it could not say.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict {
        let route = routes.first { $0.flags.contains { $0.matches(question.key) } }
        return question.firstMatch(among: route?.providers ?? otherwise)
    }

    /// Whether all providers are there that routes name.
    public func problem(among names: [String]) -> String? {
        if routes.contains(where: \.providers.isEmpty) || otherwise?.isEmpty == true {
            return "A route has no provider. Name at least one."
        }
        return missing(routes.flatMap(\.providers) + (otherwise ?? []), among: names)
    }
}
