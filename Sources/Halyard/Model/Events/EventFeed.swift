// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink's connection to the client, to receive counts and to report errors.
public struct EventFeed: Sendable {
    private let close: @Sendable () -> Void
    private let note: @Sendable (Diagnostic) -> Void
    /// Returns the client's identity, or `nil` after the client has ended.
    ///
    /// The closure itself is `nil` for a feed without a client.
    private let client: (@Sendable () -> ObjectIdentifier?)?
    /// A Boolean value that indicates whether the client has consent when it attaches the sink.
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

    /// A Boolean value that indicates whether the feed's client has ended.
    package var isOver: Bool { client.map { $0() == nil } ?? false }

    /// Returns true if both feeds belong to the same client.
    package func belongsToSameClient(as other: EventFeed) -> Bool {
        guard let mine = client?(), let theirs = other.client?() else { return false }
        return mine == theirs
    }

    /// Closes the counting window: every sink receives the counts since the last time.
    ///
    /// Sinks receive them before this call returns, or soon after if another thread is delivering events. A client also
    /// closes the window when its flags have changed a thousand times. Doesn't perform I/O.
    public func closeWindow() { close() }

    /// Reports a diagnostic to the client, such as that events were dropped.
    public func report(_ diagnostic: Diagnostic) { note(diagnostic) }
}
