// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardLaunchDarkly

/// The functions of one environment's client, which are independent of the version of LaunchDarkly's API.
package struct ClientHandle<Client: AnyObject & Sendable>: Sendable {
    package let registry: ClientRegistry<Client>
    /// The group of one start, or `nil` for the client that represents the running group of any start.
    private let own: EnvironmentGroup?
    private let name: String

    init(_ registry: ClientRegistry<Client>, _ group: EnvironmentGroup?, _ name: String) {
        self.registry = registry
        own = group
        self.name = name
    }

    /// The clients of the same start, or `nil` if they aren't running.
    package var group: EnvironmentGroup? { (own ?? registry.group).flatMap { $0.isClosed ? nil : $0 } }

    package var environment: Environment? { group?.environment(name) }

    package var isOnline: Bool { group?.isOnline(name) ?? false }

    package var isInitialized: Bool { group?.isInitialized(name) ?? false }

    package var connectionInformation: ConnectionInformation {
        guard let environment, let group, let provider = environment.provider else {
            return ConnectionInformation(nil, mode: .offline)
        }
        return ConnectionInformation(provider.connection, mode: group.mode(of: environment))
    }

    package func close() {
        guard let group else { return }
        registry.leave(group)
        group.close()
    }

    package func setOnline(_ isOnline: Bool, _ completion: (@Sendable () -> Void)?) {
        guard let group else {
            completion?()
            return
        }
        group.setOnline(isOnline, EnvironmentGroup.completion(completion))
    }

    /// Switches to another identity, and calls the completion when the flags of the newest identity have arrived.
    package func identify(_ identity: any ClientIdentity, _ completion: (@Sendable () -> Void)?) {
        guard let group else {
            completion?()
            return
        }
        group.identify(identity, EnvironmentGroup.completion(completion))
    }

    /// Switches to another identity, and reports the result.
    package func identify(
        _ identity: any ClientIdentity, within limit: Duration?, cache: IdentifyCacheUsage = .yes,
        _ completion: @escaping @Sendable (IdentifyResult) -> Void
    ) {
        guard let group else { return completion(.error) }
        group.identify(identity, within: limit, cache) { completion(IdentifyResult($0)) }
    }

    /// Switches to another identity, and returns the result.
    package func identified(
        _ identity: any ClientIdentity, within limit: Duration?, cache: IdentifyCacheUsage = .yes
    ) async -> IdentifyResult {
        guard let group else { return .error }
        return IdentifyResult(await group.identify(identity, within: limit, cache))
    }

    /// Sends the waiting events of all environments, and reports whether LaunchDarkly has accepted them.
    ///
    /// - Parameter completion: Called in the background. It can block.
    package func flush(_ completion: @escaping @Sendable (Bool) -> Void) {
        // A separate queue, so that no other completion waits for this one.
        let queue = DispatchQueue(label: "halyard.ld-client.flush")
        let report: @Sendable (Bool) -> Void = { result in queue.async { completion(result) } }
        guard let group else { return report(false) }
        group.deliver(report)
    }

    /// Sends the waiting events of all environments, and returns whether LaunchDarkly has accepted them in time.
    ///
    /// Blocks this thread. If the limit is zero or less, it doesn't wait and returns `false`.
    package func flushAndWait(_ limit: Duration) -> Bool {
        guard let group else { return false }
        guard limit > .zero else {
            group.flush()
            return false
        }
        return Patience.await(limit) { group.deliver($0) } ?? false
    }

    package func observe(_ owner: any LDObserverOwner, _ handler: Observers.Handler) -> LDObservation {
        environment?.observers.add(owner, handler) ?? LDObservation {}
    }

    package func stopObserving(_ owner: any LDObserverOwner) { environment?.observers.removeAll(of: owner) }
}
