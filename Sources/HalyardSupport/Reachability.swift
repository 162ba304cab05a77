// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reports to Halyard whether the network can be reached.
public protocol Reachability: Sendable {
    /// Whether a request has a chance right now. Memory only.
    var isReachable: Bool { get }

    /// The answer right now, then each change; a slow reader sees only the newest.
    var changes: AsyncStream<Bool> { get }
}

/// A reachability that is set in code; reachable at first.
///
/// Safe to use from any thread.
public final class ManualReachability: Reachability {
    private let current: CurrentValue<Bool>

    /// Makes a reachability that starts with the given answer.
    public init(_ isReachable: Bool = true) {
        current = CurrentValue(isReachable)
    }

    /// The answer that was set last.
    public var isReachable: Bool { current.value }

    /// The answer that was set last, then each later one.
    public var changes: AsyncStream<Bool> { current.values() }

    /// Changes the answer and notifies all listeners.
    public func set(_ isReachable: Bool) { current.set(isReachable) }
}
