// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The channel into which a provider's run publishes its states.
///
/// `publish` and `report` store and signal, nothing else: they run no application code, so they may be called under a
/// lock. When `publish` returns, reads see the state. Safe to use from any thread.
public struct FlagChannel: Sendable {
    private let accept: @Sendable (ProviderState) -> Bool
    private let note: @Sendable (Diagnostic) -> Void

    /// Makes a channel from handlers for states and for diagnostics.
    ///
    /// - Parameters:
    ///   - accept: Receives a state; returns false when no client listens any more.
    ///   - report: Receives a diagnostic.
    public init(
        _ accept: @escaping @Sendable (ProviderState) -> Bool,
        report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
    ) {
        self.accept = accept
        note = report
    }

    /// Makes a state visible.
    ///
    /// - Returns: False when no client listens any more; the run should end then.
    @discardableResult
    public func publish(_ state: ProviderState) -> Bool { accept(state) }

    /// Reports a finding to the client's diagnostics, such as that a flag was skipped.
    public func report(_ diagnostic: Diagnostic) { note(diagnostic) }

    /// A channel that transforms states on their way into this one; nil drops a state.
    public func map(_ transform: @escaping @Sendable (ProviderState) -> ProviderState?) -> FlagChannel {
        FlagChannel({ state in transform(state).map(accept) ?? true }, report: note)
    }
}
