// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The clock and timer that Halyard uses.
///
/// Apps use ``SystemTime``. Tests pass a ``ManualTime`` and advance it themselves.
public protocol TimeSource: Sendable {
    /// The wall-clock time.
    ///
    /// It can jump forwards or backwards when somebody sets the clock.
    var now: Instant { get }

    /// The time since an arbitrary start, which never decreases.
    ///
    /// Doesn't perform I/O.
    var uptime: Duration { get }

    /// Returns after `duration`, or throws `CancellationError` when the task is canceled.
    ///
    /// If the duration is zero or less, it returns immediately.
    func sleep(for duration: Duration) async throws
}

/// The clocks of the operating system.
public struct SystemTime: TimeSource {
    /// Creates a time source that reads the operating system's clocks.
    public init() {}

    /// The operating system's wall clock.
    public var now: Instant { Platform.now }

    /// The time since the program first read this property.
    public var uptime: Duration {
        let start = Self.start
        return ContinuousClock.now - start
    }

    /// Suspends the task without blocking a thread.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let number = Self.alarm.next()
        let end = Self.alarm.end(after: duration)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Self.alarm.add(continuation, number, until: end)
                // The handler below can have run before the sleeper was added.
                if Task.isCancelled { Self.cancel(number) }
            }
        } onCancel: {
            Self.cancel(number)
        }
    }

    private static func cancel(_ number: UInt64) { alarm.remove(number)?.resume(throwing: CancellationError()) }

    // Each sleep of the system's clock sets a timer, which remains set until its end even if the sleep is canceled.
    private static let alarm = Alarm<CheckedContinuation<Void, any Error>>(on: SystemTimer()) { $0.resume() }

    private static let start = ContinuousClock.now
}

/// The clocks of the operating system, with a separate timer for each sleep.
private struct SystemTimer: TimeSource {
    var now: Instant { SystemTime().now }
    var uptime: Duration { SystemTime().uptime }

    func sleep(for duration: Duration) async throws { try await ContinuousClock().sleep(for: duration) }
}
