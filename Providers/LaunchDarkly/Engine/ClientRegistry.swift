// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The registry of an app's clients: at most one group of them at a time.
///
/// Safe to use from any thread.
package final class ClientRegistry<Client: AnyObject & Sendable>: Sendable {
    private struct Running {
        var group: EnvironmentGroup
        /// The clients that were requested, by environment name.
        var clients: [String: Client] = [:]
    }

    private struct State {
        var running: Running?
        /// The client that represents the running group of any start, or `nil` if the app hasn't requested it.
        var primary: Client?
    }

    private let dependencies: LDClientDependencies
    private let makeClient: @Sendable (ClientHandle<Client>) -> Client
    private let state = Lock(State())

    /// Makes a registry without clients.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies of the clients, unless their configuration has its own.
    ///   - makeClient: Makes the object that the app holds.
    package init(
        _ dependencies: LDClientDependencies, _ makeClient: @escaping @Sendable (ClientHandle<Client>) -> Client
    ) {
        (self.dependencies, self.makeClient) = (dependencies, makeClient)
    }

    var group: EnvironmentGroup? { state.withLock { $0.running?.group } }

    /// Starts a group, or joins the existing one.
    ///
    /// - Parameter completion: Called once, with whether fresh flags are missing.
    package func start(
        _ config: any ClientConfiguration, _ identity: @autoclosure () -> any ClientIdentity,
        within limit: Duration? = nil, completion: (@Sendable (Bool) -> Void)?
    ) {
        let completion = completion.map { report -> EnvironmentGroup.Completion in
            { ending in report(ending != .arrived) }
        }
        if let group { return group.join(within: limit, completion) }
        let fresh = EnvironmentGroup(config, identity(), config.common.dependencies ?? dependencies)
        let other = state.withLock { state -> EnvironmentGroup? in
            if let running = state.running { return running.group }
            state.running = Running(group: fresh)
            return nil
        }
        if let other { return other.join(within: limit, completion) }
        fresh.start(within: limit, completion)
    }

    /// The client of an environment, the same one until it is closed; nil when there is none.
    package func get(environment name: String = LDCommonOptions.Constants.primaryEnvironmentName) -> Client? {
        state.withLock { state in
            guard let running = state.running, running.group.environment(name) != nil else { return nil }
            let isPrimary = name == LDCommonOptions.Constants.primaryEnvironmentName
            let client =
                running.clients[name] ?? (isPrimary ? state.primary : nil)
                ?? makeClient(ClientHandle(self, running.group, name))
            state.running?.clients[name] = client
            return client
        }
    }

    /// The client of the primary environment, which represents the next start if nothing is running.
    ///
    /// While a client runs, ``get(environment:)`` returns the same object.
    package var primary: Client {
        state.withLock { state in
            let name = LDCommonOptions.Constants.primaryEnvironmentName
            if let client = state.running?.clients[name] { return client }
            let client = state.primary ?? makeClient(ClientHandle(self, nil, name))
            state.primary = client
            return client
        }
    }

    func leave(_ group: EnvironmentGroup) {
        // Released outside the lock.
        _ = state.withLock { $0.running?.group === group ? $0.running.take() : nil }
    }
}
