// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Dispatch
    import Network

    extension Platform {
        #if os(watchOS)
            /// Nil: on a watch, `NWPathMonitor` works in few kinds of apps only (Apple's technical note TN3135).
            package static let followNetwork: (@Sendable (@escaping @Sendable (Bool) -> Void) -> Void)? = nil
        #else
            /// Keeps the monitor, which not every SDK marks as safe to share.
            private static let monitor = Lock(NWPathMonitor())

            /// Calls a handler with each change of whether the network can be reached, for as long as the process lives.
            package static let followNetwork: (@Sendable (@escaping @Sendable (Bool) -> Void) -> Void)? = { handler in
                monitor.withLock { monitor in
                    monitor.pathUpdateHandler = { path in handler(path.status != .unsatisfied) }
                    monitor.start(queue: DispatchQueue(label: "halyard.network"))
                }
            }
        #endif
    }
#endif
