// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A channel into which a provider's run publishes its states.
///
/// `publish` and `report` only store and signal. They don't call app code, so you can call them under a lock. When
/// `publish` returns, reads see the state. The channel can be used from any thread.
public struct FlagChannel: Sendable {
    private let accept: @Sendable (ProviderState) -> Bool
    private let isOver: @Sendable () -> Bool
    /// Receives diagnostics.
    ///
    /// Unlike the channel, it retains neither the run nor its states.
    package let note: @Sendable (Diagnostic) -> Void

    /// Creates a channel from handlers for states and for diagnostics.
    ///
    /// - Parameters:
    ///   - accept: Receives a state, and returns false if no client listens any more. Cancel the run's task before that.
    ///   - report: Receives a diagnostic.
    public init(
        _ accept: @escaping @Sendable (ProviderState) -> Bool,
        report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
    ) {
        self.init(accept, isOver: { true }, report: report)
    }

    /// Creates the channel of a run whose states can be rejected before its task is canceled.
    ///
    /// - Parameter isOver: Returns true if the run's task was canceled.
    package init(
        _ accept: @escaping @Sendable (ProviderState) -> Bool, isOver: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.accept = accept
        self.isOver = isOver
        note = report
    }

    /// Publishes a state.
    ///
    /// Returns false if the run is over. Its task has been canceled then, so a run can ignore the result: its next wait
    /// ends immediately. True doesn't mean that a client accepted the state, because a client ignores a run that it's
    /// about to cancel.
    @discardableResult
    public func publish(_ state: ProviderState) -> Bool { offer(state) || !isOver() }

    /// Publishes a state, and returns true if a client accepted it.
    ///
    /// A client doesn't accept a state from a run that it's about to cancel.
    package func offer(_ state: ProviderState) -> Bool { accept(state) }

    /// Reports a diagnostic to the client, such as that a flag was skipped.
    public func report(_ diagnostic: Diagnostic) { note(diagnostic) }

    /// Returns a channel that transforms states on their way into this one.
    ///
    /// A transformation that returns `nil` drops a state.
    public func map(_ transform: @escaping @Sendable (ProviderState) -> ProviderState?) -> FlagChannel {
        replacing { state in transform(state).map(offer) ?? true }
    }

    /// Returns a channel for the same run that passes its states to another handler.
    func replacing(_ accept: @escaping @Sendable (ProviderState) -> Bool) -> FlagChannel {
        FlagChannel(accept, isOver: isOver, report: note)
    }
}
