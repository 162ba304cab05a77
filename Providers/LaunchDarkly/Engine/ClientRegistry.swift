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

    private let surroundings: LDSurroundings
    private let makeClient: @Sendable (ClientHandle<Client>) -> Client
    private let current = Lock<Running?>(nil)

    /// Makes a registry without clients.
    ///
    /// - Parameters:
    ///   - surroundings: The surroundings of the clients, unless their configuration has its own.
    ///   - makeClient: Makes the object that the app holds.
    package init(_ surroundings: LDSurroundings, _ makeClient: @escaping @Sendable (ClientHandle<Client>) -> Client) {
        (self.surroundings, self.makeClient) = (surroundings, makeClient)
    }

    var group: EnvironmentGroup? { current.withLock { $0?.group } }

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
        let fresh = EnvironmentGroup(config, identity(), config.common.surroundings ?? surroundings)
        let other = current.withLock { current -> EnvironmentGroup? in
            if current == nil {
                current = Running(group: fresh)
                return nil
            }
            return current?.group
        }
        if let other { return other.join(within: limit, completion) }
        fresh.start(within: limit, completion)
    }

    /// The client of an environment, the same one until it is closed; nil when there is none.
    package func get(environment name: String = LDCommonOptions.Constants.primaryEnvironmentName) -> Client? {
        current.withLock { current in
            guard let group = current?.group, group.environment(name) != nil else { return nil }
            let client = current?.clients[name] ?? makeClient(ClientHandle(self, group, name))
            current?.clients[name] = client
            return client
        }
    }

    /// The client of the primary environment, whichever is started.
    package var primary: Client {
        makeClient(ClientHandle(self, nil, LDCommonOptions.Constants.primaryEnvironmentName))
    }

    func leave(_ group: EnvironmentGroup) {
        // Released outside the lock.
        _ = current.withLock { $0?.group === group ? $0.take() : nil }
    }
}
