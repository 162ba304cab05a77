// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Follows the system's reports about the network.
///
/// It isn't available on Linux and watchOS. On watchOS, low-level networking and `NWPathMonitor` work only in a few kinds of apps
/// (Apple's technical note TN3135). The reachability exists as long as the process. Safe to use from any thread.
public final class SystemReachability: Reachability {
    /// The reachability of this process, or `nil` if the system doesn't report it.
    public static let shared: SystemReachability? = Platform.followNetwork.map { follow in
        let reachability = SystemReachability()
        follow { [current = reachability.current] isReachable in current.set(isReachable) }
        return reachability
    }

    private let current = ManualReachability()

    /// A Boolean value that indicates whether the network is reachable, according to the last report.
    ///
    /// It's `true` at first.
    public var isReachable: Bool { current.isReachable }

    /// A stream of the most recently reported value and each change.
    public var changes: AsyncStream<Bool> { current.changes }
}
