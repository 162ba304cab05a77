// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Assigns providers to flags by exact names, prefixes and patterns.
///
/// ```swift
/// let routing = Routing([.init([.prefix("checkout-")], to: "unleash")], otherwise: ["launchdarkly"])
/// ```
public struct Routing: MergeRule {
    /// Some flags and the providers that answer for them.
    public struct Route: Sendable, Hashable {
        /// The flags of the route.
        public var flags: [FlagPattern]
        /// The providers that answer: the first, and each next one only when the previous one does not know the flag.
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
    /// The routes; the first one that matches a flag applies.
    public let routes: [Route]
    /// The providers for flags that no route matches; nil for all providers in their order.
    public let otherwise: [String]?

    /// Makes the rule.
    public init(_ routes: [Route], otherwise: [String]? = nil) {
        self.routes = routes
        self.otherwise = otherwise
    }

    /// The first one of the flag's route that knows it, unless an earlier one failed.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict {
        let route = routes.first { $0.flags.contains { $0.matches(question.key) } }
        return question.firstMatch(among: route?.providers ?? otherwise)
    }

    /// Checks that all providers named by routes exist.
    public func problem(among names: [String]) -> String? {
        if routes.contains(where: \.providers.isEmpty) || otherwise?.isEmpty == true {
            return "A route has no provider. Name at least one."
        }
        return missing(routes.flatMap(\.providers) + (otherwise ?? []), among: names)
    }

    /// The first provider of each route, whose error is the result for the route's flags.
    public func soleSources(among names: [String]) -> Set<String> {
        let reachable = routes.reachable(by: \.flags, otherwise: Route([], to: otherwise ?? names))
        return Set(reachable.compactMap(\.providers.first))
    }
}
