// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Where the app stands in its life, as far as flags care.
public enum LifecyclePhase: Sendable, Equatable {
    /// The user sees the app.
    case foreground
    /// The app runs, but the user does not see it.
    case background
    /// The app is about to end; what is not sent now is lost.
    case terminating
}

/// Reports to Halyard that the app comes to the foreground, goes to the background or ends.
public protocol Lifecycle: Sendable {
    /// The phase right now. Memory only.
    var phase: LifecyclePhase { get }

    /// The phase right now, then each change; a slow reader sees only the newest.
    var phases: AsyncStream<LifecyclePhase> { get }

    /// Runs what a phase calls for, such as sending events in the background, and asks the system for time meanwhile.
    ///
    /// - Parameters:
    ///   - phase: The phase that calls for it.
    ///   - body: What is to be done; it may be cut off all the same.
    func withBackgroundTime(in phase: LifecyclePhase, _ body: () async -> Void) async
}

extension Lifecycle {
    /// Runs `body` and asks nothing.
    public func withBackgroundTime(in phase: LifecyclePhase, _ body: () async -> Void) async { await body() }
}

/// A lifecycle whose phase is set in code.
///
/// For tests, and for programs without a system that reports phases (a server, a command-line tool on Linux): they call
/// ``move(to:)`` where it fits. Starts in the foreground. Safe to use from any thread.
public final class ManualLifecycle: Lifecycle {
    private let current: CurrentValue<LifecyclePhase>

    /// Makes a lifecycle in a phase.
    public init(_ phase: LifecyclePhase = .foreground) {
        current = CurrentValue(phase)
    }

    /// The phase that was set last.
    public var phase: LifecyclePhase { current.value }

    /// The phase that was set last, then each later one.
    public var phases: AsyncStream<LifecyclePhase> { current.values() }

    /// Changes the phase, and sends it to all that follow the phases.
    public func move(to phase: LifecyclePhase) { notify(phase) }

    /// The same; returns how many follow the phases, zero for the phase that it is in already.
    @discardableResult
    package func notify(_ phase: LifecyclePhase) -> Int { current.set(phase) }
}
