// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Where the clients of an app are found: at most one fleet at a time.
package final class Harbor: Sendable {
    /// That of the app.
    package static let shared = Harbor(.app)

    private struct Running {
        var fleet: Fleet
        /// The clients that were asked for, by the names of their environments.
        var clients: [String: LDClient] = [:]
    }

    private let surroundings: LDSurroundings
    private let current = Lock<Running?>(nil)

    package init(_ surroundings: LDSurroundings) { self.surroundings = surroundings }

    /// A completion that does not care whether flags are missing.
    static func completion(_ body: (@Sendable () -> Void)?) -> (@Sendable (Bool) -> Void)? {
        guard let body else { return nil }
        return { _ in body() }
    }

    var fleet: Fleet? { current.withLock { $0?.fleet } }

    /// Starts a fleet, or joins the one that there is.
    package func start(
        config: LDConfig, user: LDUser?, within limit: Duration? = nil, completion: (@Sendable (Bool) -> Void)?
    ) {
        start(config: config, identity: .user(user ?? LDUser()), within: limit, completion: completion)
    }

    /// The same for a user or a context.
    package func start(
        config: LDConfig, identity: @autoclosure () -> LDIdentity, within limit: Duration? = nil,
        completion: (@Sendable (Bool) -> Void)?
    ) {
        let completion = completion.map { tell -> Fleet.Completion in { ending in tell(ending != .arrived) } }
        if let fleet { return fleet.join(within: limit, completion) }
        let fresh = Fleet(config, identity(), config.surroundings ?? surroundings)
        let other = current.withLock { current -> Fleet? in
            if current == nil {
                current = Running(fleet: fresh)
                return nil
            }
            return current?.fleet
        }
        if let other { return other.join(within: limit, completion) }
        fresh.start(within: limit, completion)
    }

    /// The client of an environment, the same one until it is closed; nil when there is none.
    package func get(environment name: String = LDConfig.Constants.primaryEnvironmentName) -> LDClient? {
        current.withLock { current in
            guard let fleet = current?.fleet, fleet.environment(name) != nil else { return nil }
            let client = current?.clients[name] ?? LDClient(self, fleet, name)
            current?.clients[name] = client
            return client
        }
    }

    /// The client of the primary environment, whichever is started.
    package var primary: LDClient { LDClient(self, nil, LDConfig.Constants.primaryEnvironmentName) }

    func leave(_ fleet: Fleet) {
        // Let go outside of the lock.
        _ = current.withLock { $0?.fleet === fleet ? $0.take() : nil }
    }
}
