// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Network)
    import Dispatch
    import Halyard
    import Network

    /// Follows what the system says about the network; lives as long as the process.
    final class SystemReachability: Reachability {
        static let shared = SystemReachability()

        private let current = ManualReachability()
        private let monitor = NWPathMonitor()

        private init() {
            monitor.pathUpdateHandler = { [current] path in current.set(path.status != .unsatisfied) }
            monitor.start(queue: DispatchQueue(label: "halyard.ld-client.network"))
        }

        var isReachable: Bool { current.isReachable }
        var changes: AsyncStream<Bool> { current.changes }
    }
#endif
