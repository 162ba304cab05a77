// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Dispatch
    import Network

    extension Platform {
        #if os(watchOS)
            /// `nil`, because `NWPathMonitor` works only in a few kinds of watchOS apps (Apple's technical note TN3135).
            package static let followNetwork: (@Sendable (@escaping @Sendable (Bool) -> Void) -> Void)? = nil
        #else
            /// A lock around the monitor, because some SDKs don't mark `NWPathMonitor` as `Sendable`.
            private static let monitor = Lock(NWPathMonitor())

            /// Calls a handler with each change of the network's reachability, until the process ends.
            package static let followNetwork: (@Sendable (@escaping @Sendable (Bool) -> Void) -> Void)? = { handler in
                monitor.withLock { monitor in
                    monitor.pathUpdateHandler = { path in handler(path.status != .unsatisfied) }
                    monitor.start(queue: DispatchQueue(label: "halyard.network"))
                }
            }
        #endif
    }
#endif
