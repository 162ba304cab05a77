// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Ends an observation on the app's request, independently of the owner.
///
/// Safe to use from any thread.
public struct LDObservation: Sendable {
    package let cancellation: @Sendable () -> Void

    package init(_ cancellation: @escaping @Sendable () -> Void) { self.cancellation = cancellation }

    /// Ends the observation; no handler is called any more, unless one is running.
    public func cancel() { cancellation() }
}
