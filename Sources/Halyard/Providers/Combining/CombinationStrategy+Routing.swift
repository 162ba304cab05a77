// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinationStrategy {
    /// A set of flags and their providers.
    public struct Route: Sendable, Hashable {
        /// The flags of the route.
        public var flags: [CombinationStrategy.FlagPattern]
        /// The providers in order.
        ///
        /// Each provider serves only flags that the previous provider doesn't have.
        public var providers: [String]

        /// Creates a route.
        public init(_ flags: [CombinationStrategy.FlagPattern], to providers: String...) {
            self.init(flags, to: providers)
        }

        /// Creates a route.
        public init(_ flags: [CombinationStrategy.FlagPattern], to providers: [String]) {
            self.flags = flags
            self.providers = providers
        }
    }

    /// Assigns providers to flags by exact names, prefixes, and patterns.
    ///
    /// ```swift
    /// let routing = CombinationStrategy.routing(
    ///     [.init([.prefix("checkout-")], to: "unleash")], defaultRoute: ["launchdarkly"])
    /// ```
    /// - Parameters:
    ///   - routes: The routes. The first one that matches a flag applies.
    ///   - defaultRoute: The providers for flags that no route matches, by default all providers in their order.
    public static func routing(_ routes: [Route], defaultRoute: [String]? = nil) -> CombinationStrategy {
        var strategy = CombinationStrategy(builtIn: "routing") { input in
            let route = routes.first { $0.flags.contains { $0.matches(input.key) } }
            return input.firstMatch(among: route?.providers ?? defaultRoute)
        }
        strategy.problem = { names in
            if routes.contains(where: \.providers.isEmpty) || defaultRoute?.isEmpty == true {
                return "A route has no provider. Add at least one."
            }
            return missing(routes.flatMap(\.providers) + (defaultRoute ?? []), among: names)
        }
        // The error of a route's first provider is the result for the route's flags.
        strategy.soleSources = { names in
            let reachable = routes.reachable(by: \.flags, otherwise: Route([], to: defaultRoute ?? names))
            return Set(reachable.compactMap(\.providers.first))
        }
        return strategy
    }
}
