// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reports to Halyard whether the network is reachable.
public protocol Reachability: Sendable {
    /// A Boolean value that indicates whether a request can currently succeed.
    ///
    /// Doesn't perform I/O.
    var isReachable: Bool { get }

    /// A stream of the current value and each change.
    ///
    /// A slow reader receives only the newest value.
    var changes: AsyncStream<Bool> { get }
}

/// A reachability that your code controls.
///
/// The network is reachable at first. Safe to use from any thread.
public final class ManualReachability: Reachability {
    private let current: CurrentValue<Bool>

    /// Creates a reachability with an initial value.
    public init(_ isReachable: Bool = true) {
        current = CurrentValue(isReachable)
    }

    /// The most recently set value.
    public var isReachable: Bool { current.value }

    /// A stream of the most recently set value and each later value.
    public var changes: AsyncStream<Bool> { current.values() }

    /// Changes the value and notifies all followers.
    public func set(_ isReachable: Bool) { current.set(isReachable) }
}
