// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Follows what the system reports about the network.
///
/// Nil on Linux and watchOS: there, low-level networking, and with it `NWPathMonitor`, works in few kinds of apps only (Apple's
/// technical note TN3135). Lives as long as the process. Safe to use from any thread.
public final class SystemReachability: Reachability {
    /// The reachability of this process; nil where the system reports none.
    public static let shared: SystemReachability? = Platform.followNetwork.map { follow in
        let reachability = SystemReachability()
        follow { [current = reachability.current] isReachable in current.set(isReachable) }
        return reachability
    }

    private let current = ManualReachability()

    /// What was reported last; reachable at first.
    public var isReachable: Bool { current.isReachable }

    /// What was reported last, then each change.
    public var changes: AsyncStream<Bool> { current.changes }
}
