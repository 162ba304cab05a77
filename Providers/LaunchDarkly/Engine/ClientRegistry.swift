// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A registry of an app's clients, with at most one running group.
///
/// It's safe to use from any thread.
package final class ClientRegistry<Client: AnyObject & Sendable>: Sendable {
    private struct Running {
        var group: EnvironmentGroup
        /// The requested clients, by environment name.
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

    /// Creates a registry without clients.
    ///
    /// - Parameters:
    ///   - dependencies: The default dependencies of clients. A configuration can override them.
    ///   - makeClient: A function that creates the client object for the app.
    package init(
        _ dependencies: LDClientDependencies, _ makeClient: @escaping @Sendable (ClientHandle<Client>) -> Client
    ) {
        (self.dependencies, self.makeClient) = (dependencies, makeClient)
    }

    var group: EnvironmentGroup? { state.withLock { $0.running?.group } }

    /// Starts a group, or joins the running group.
    ///
    /// - Parameter completion: Called once, with `true` if fresh flags are missing.
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

    /// Returns the client of an environment, or `nil` if there is none.
    ///
    /// Returns the same client until it's closed.
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

    /// The client of the primary environment, which represents the next start if no client is running.
    ///
    /// While a client is running, ``get(environment:)`` returns the same object.
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
        // The group is released outside the lock.
        _ = state.withLock { $0.running?.group === group ? $0.running.take() : nil }
    }
}
