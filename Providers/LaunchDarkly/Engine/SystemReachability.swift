// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Network)
    import Dispatch
    import Halyard
    import HalyardSupport
    import Network

    /// Follows what the system reports about the network; lives as long as the process.
    final class SystemReachability: Reachability {
        static let shared = SystemReachability()

        private let current = ManualReachability()
        /// Keeps the monitor, which not every SDK marks as safe to share.
        private let monitor: Lock<NWPathMonitor>

        private init() {
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { [current] path in current.set(path.status != .unsatisfied) }
            monitor.start(queue: DispatchQueue(label: "halyard.ld-client.network"))
            self.monitor = Lock(monitor)
        }

        var isReachable: Bool { current.isReachable }
        var changes: AsyncStream<Bool> { current.changes }
    }
#endif
