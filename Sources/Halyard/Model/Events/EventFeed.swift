// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink's connection back to the client: to pull counts, and to report errors.
public struct EventFeed: Sendable {
    private let close: @Sendable () -> Void
    private let note: @Sendable (Diagnostic) -> Void
    /// Returns the client's identity, or nil after the client has ended.
    ///
    /// Nil itself for a feed without a client.
    private let client: (@Sendable () -> ObjectIdentifier?)?
    /// The client has consent when it attaches the sink.
    package let hasConsent: Bool

    /// Creates a feed from handlers for its calls, for tests of sinks.
    public init(
        closeWindow: @escaping @Sendable () -> Void = {}, report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
    ) {
        self.init(closeWindow: closeWindow, report: report, hasConsent: true, client: nil)
    }

    package init(
        closeWindow: @escaping @Sendable () -> Void, report: @escaping @Sendable (Diagnostic) -> Void,
        hasConsent: Bool, client: (@Sendable () -> ObjectIdentifier?)? = nil
    ) {
        close = closeWindow
        note = report
        self.hasConsent = hasConsent
        self.client = client
    }

    /// The feed's client has ended.
    package var isOver: Bool { client.map { $0() == nil } ?? false }

    /// Returns true if both feeds belong to the same client.
    package func leads(whereDoes other: EventFeed) -> Bool {
        guard let mine = client?(), let theirs = other.client?() else { return false }
        return mine == theirs
    }

    /// Closes the counting window: every sink receives what was counted since the last time, before this call returns or,
    /// when another thread is delivering events, soon after.
    ///
    /// A client also closes the window itself when the flags in it have changed a thousand times. Memory only.
    public func closeWindow() { close() }

    /// Reports a finding to the client's diagnostics, such as that events were dropped.
    public func report(_ diagnostic: Diagnostic) { note(diagnostic) }
}
