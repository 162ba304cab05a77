// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Dispatch

/// Follows what the system reports about the app: that it comes to the foreground, goes to the background, or ends.
///
/// ```swift
/// var options = FlagClient.Options()
/// options.lifecycle = SystemLifecycle.shared  // the default; nil on Linux
/// ```
/// The system's notifications of UIKit, AppKit and WatchKit, and those of an extension's host. On macOS an app that is not active
/// is in the background. Events are sent in extra time that is requested from the system: in the background until they are
/// sent or the time expires; at the end of the app for at most two seconds, during which the notification, and so the main
/// thread, waits. Lives as long as the process. Safe to use from any thread.
public final class SystemLifecycle: Lifecycle {
    /// The lifecycle of this process; nil where the system reports nothing about programs (Linux).
    public static var shared: SystemLifecycle? { Platform.followApp == nil ? nil : app }

    /// The same; where the system reports nothing, one that only ``move(to:)`` changes.
    package static let app: SystemLifecycle = {
        let lifecycle = SystemLifecycle()
        Platform.followApp?(lifecycle)
        return lifecycle
    }()

    private let current = ManualLifecycle()
    /// Whether the phase has changed since the launch, or the system has answered how the app was launched.
    private let isLaunched = Lock(false)
    /// Signalled for each follower that has done its work for the end of the app.
    private let ended = DispatchSemaphore(value: 0)
    /// How long the end of the app waits for the followers.
    private let longestEnd: DispatchTimeInterval
    private let request: ExpiringActivity.Request

    package init(
        longestEnd: DispatchTimeInterval = .seconds(2),
        request: @escaping ExpiringActivity.Request = Platform.requestTime
    ) {
        self.longestEnd = longestEnd
        self.request = request
    }

    /// The phase that was reported last; the foreground at first.
    public var phase: LifecyclePhase { current.phase }

    /// The phase that was reported last, then each later one.
    public var phases: AsyncStream<LifecyclePhase> { current.phases }

    /// Sets the app's phase; at its end, waits for a bounded time until the followers have sent what they have.
    package func move(to phase: LifecyclePhase) {
        isLaunched.withLock { $0 = true }
        let followers = current.notify(phase)
        guard phase == .terminating else { return }
        let limit = DispatchTime.now() + longestEnd
        for _ in 0..<followers where ended.wait(timeout: limit) == .timedOut { return }
    }

    /// Takes the system's answer whether the app was launched in the background; the first one counts, and only if the phase
    /// has not changed since the launch.
    package func launched(inBackground isInBackground: Bool) {
        let isOver = isLaunched.withLock { isLaunched in
            defer { isLaunched = true }
            return isLaunched
        }
        if isInBackground, !isOver { current.move(to: .background) }
    }

    /// Runs the work of a phase, in extra time that is requested from the system.
    public func withBackgroundTime(in phase: LifecyclePhase, _ body: () async -> Void) async {
        let activity = ExpiringActivity("Halyard sends events", request: request)
        await body()
        activity.end()
        if phase == .terminating { ended.signal() }
    }
}
