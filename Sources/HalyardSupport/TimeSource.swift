// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Where Halyard gets the time from and how it waits.
///
/// Apps use ``SystemTime``; tests hand in a ``ManualTime`` and move it themselves.
public protocol TimeSource: Sendable {
    /// The wall-clock time. It may jump, forwards or backwards, when someone sets the clock.
    var now: Instant { get }

    /// The time since an arbitrary start, never going backwards. Memory only.
    var uptime: Duration { get }

    /// Returns after `duration`, or throws `CancellationError` as soon as the task is cancelled.
    ///
    /// A duration of zero or less returns at once.
    func sleep(for duration: Duration) async throws
}

/// The clocks of the operating system.
public struct SystemTime: TimeSource {
    /// Makes a time source that reads the operating system's clocks.
    public init() {}

    /// The operating system's wall clock.
    public var now: Instant { Platform.now }

    /// The time since the program first asked for it.
    public var uptime: Duration {
        let start = Self.start
        return ContinuousClock.now - start
    }

    /// Suspends the task; no thread waits.
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

    // Each sleep of the system's clock sets a timer, which remains set until its end even if the sleep is cancelled.
    private static let alarm = Alarm<CheckedContinuation<Void, any Error>>(on: SystemTimer()) { $0.resume() }

    private static let start = ContinuousClock.now
}

/// The clocks of the operating system, with a timer for each sleep.
private struct SystemTimer: TimeSource {
    var now: Instant { SystemTime().now }
    var uptime: Duration { SystemTime().uptime }

    func sleep(for duration: Duration) async throws { try await ContinuousClock().sleep(for: duration) }
}
