// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The phase of the app's lifecycle.
public enum LifecyclePhase: Sendable, Equatable {
    /// The user sees the app.
    case foreground
    /// The app runs, but the user doesn't see it.
    case background
    /// The app is about to end, and unsent events will be lost.
    case terminating
}

/// Reports when the app comes to the foreground, goes to the background, or ends.
public protocol Lifecycle: Sendable {
    /// The current phase.
    ///
    /// Doesn't perform I/O.
    var phase: LifecyclePhase { get }

    /// A stream of the current phase and each change.
    ///
    /// A slow reader receives only the newest phase.
    var phases: AsyncStream<LifecyclePhase> { get }

    /// Runs the work for a phase, such as sending events in the background, and requests time from the system for it.
    ///
    /// - Parameters:
    ///   - phase: The phase that requires the work.
    ///   - body: The work. The system might still interrupt it.
    func withBackgroundTime(in phase: LifecyclePhase, _ body: () async -> Void) async
}

extension Lifecycle {
    /// Runs `body` without requesting time.
    public func withBackgroundTime(in phase: LifecyclePhase, _ body: () async -> Void) async { await body() }
}

/// A lifecycle that your code controls.
///
/// Use it in tests, and in programs on systems that don't report phases (a server, a command-line tool on Linux). Call
/// ``move(to:)`` at each change of phase. Starts in the foreground. Safe to use from any thread.
public final class ManualLifecycle: Lifecycle {
    private let current: CurrentValue<LifecyclePhase>

    /// Creates a lifecycle in a phase.
    public init(_ phase: LifecyclePhase = .foreground) {
        current = CurrentValue(phase)
    }

    /// The most recently set phase.
    public var phase: LifecyclePhase { current.value }

    /// A stream of the current phase and each later phase.
    public var phases: AsyncStream<LifecyclePhase> { current.values() }

    /// Changes the phase and notifies all followers.
    public func move(to phase: LifecyclePhase) { notify(phase) }

    /// Changes the phase and returns the number of notified followers, which is zero if the phase is unchanged.
    @discardableResult
    package func notify(_ phase: LifecyclePhase) -> Int { current.set(phase) }
}
