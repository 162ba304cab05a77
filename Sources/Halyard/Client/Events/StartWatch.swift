// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A watch that reports the first read of a client that hasn't been started.
///
/// A view's read is reported only if no start follows soon, because an app often starts its client after it has drawn its
/// first view.
final class StartWatch: Sendable {
    private enum Phase: UInt64 {
        case unstarted
        /// A view has read a flag, so a start should follow.
        case expected
        case started
    }

    /// The maximum time between a view's first read and the start.
    private static let timeToStart = Duration.seconds(10)

    private let phase = AtomicNumber(Phase.unstarted.rawValue)
    private let time: any TimeSource
    private let reportOnce: DiagnosticDeduplicator

    init(time: any TimeSource, _ reportOnce: DiagnosticDeduplicator) {
        self.time = time
        self.reportOnce = reportOnce
    }

    /// A Boolean value that indicates whether a read now is a mistake of the app.
    var isMissing: Bool { phase.relaxed == Phase.unstarted.rawValue }

    /// Records that the client was started.
    func started() { phase.relaxed = Phase.started.rawValue }

    /// Expects a start soon, because a view has read a flag.
    func expect(after key: String) {
        guard isMissing else { return }
        phase.relaxed = Phase.expected.rawValue
        Task { [weak self, time] in
            guard (try? await time.sleep(for: Self.timeToStart)) != nil, let self else { return }
            if phase.relaxed == Phase.expected.rawValue { report(key) }
        }
    }

    /// Reports a read before the start.
    func report(_ key: String) {
        reportOnce("readBeforeStart", about: "") {
            Diagnostic(
                "readBeforeStart", .warning,
                "The flag \"\(key)\" was read before the client was started. Until then, reads return their default values.",
                suggestion: "Call start(within:) before the first read.")
        }
    }
}
