// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A token that ends an observation, independently of its owner.
///
/// It's safe to use from any thread.
public struct LDObservation: Sendable {
    package let cancellation: @Sendable () -> Void

    package init(_ cancellation: @escaping @Sendable () -> Void) { self.cancellation = cancellation }

    /// Ends the observation.
    ///
    /// Handlers aren't called anymore, unless one is already running.
    public func cancel() { cancellation() }
}
