// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Dispatch

/// Follows the system's reports that the app comes to the foreground, goes to the background, or ends.
///
/// ```swift
/// var options = FlagClient.Options()
/// options.lifecycle = SystemLifecycle.shared  // the default; nil on Linux
/// ```
/// It uses the notifications of UIKit, AppKit, and WatchKit, and the notifications of an extension's host. On macOS, an inactive
/// app is in the background. Halyard requests extra time from the system to send events. In the background, it lasts until the
/// events are sent or the time expires. At the end of the app, it lasts at most 2 seconds. During that time, the notification
/// waits, and so does the main thread. The lifecycle exists as long as the process. Safe to use from any thread.
public final class SystemLifecycle: Lifecycle {
    /// The lifecycle of this process, or `nil` if the system doesn't report lifecycles (Linux).
    public static var shared: SystemLifecycle? { Platform.followApp == nil ? nil : app }

    /// The lifecycle of this process.
    ///
    /// If the system doesn't report lifecycles, only ``move(to:)`` changes its phase.
    package static let app: SystemLifecycle = {
        let lifecycle = SystemLifecycle()
        Platform.followApp?(lifecycle)
        return lifecycle
    }()

    private let current = ManualLifecycle()
    /// A Boolean value that indicates whether the phase has changed, or the system has reported the kind of launch.
    private let isLaunched = Lock(false)
    /// Signaled by each follower that has finished its work at the end of the app.
    private let ended = DispatchSemaphore(value: 0)
    /// The maximum time that the end of the app waits for the followers.
    private let longestEnd: DispatchTimeInterval
    private let request: ExpiringActivity.Request

    package init(
        longestEnd: DispatchTimeInterval = .seconds(2),
        request: @escaping ExpiringActivity.Request = Platform.requestTime
    ) {
        self.longestEnd = longestEnd
        self.request = request
    }

    /// The most recently reported phase, which is the foreground at first.
    public var phase: LifecyclePhase { current.phase }

    /// A stream of the most recently reported phase and each later phase.
    public var phases: AsyncStream<LifecyclePhase> { current.phases }

    /// Sets the app's phase.
    ///
    /// At the end of the app, it waits for a limited time until the followers have sent their events.
    package func move(to phase: LifecyclePhase) {
        isLaunched.withLock { $0 = true }
        let followers = current.notify(phase)
        guard phase == .terminating else { return }
        let limit = DispatchTime.now() + longestEnd
        for _ in 0..<followers where ended.wait(timeout: limit) == .timedOut { return }
    }

    /// Reports whether the app was launched in the background.
    ///
    /// Only the first report counts, and only if the phase hasn't changed since the launch.
    package func launched(inBackground isInBackground: Bool) {
        let isOver = isLaunched.withLock { isLaunched in
            defer { isLaunched = true }
            return isLaunched
        }
        if isInBackground, !isOver { current.move(to: .background) }
    }

    /// Runs the work of a phase in extra time that is requested from the system.
    public func withBackgroundTime(in phase: LifecyclePhase, _ body: () async -> Void) async {
        let activity = ExpiringActivity("Halyard sends events", request: request)
        await body()
        activity.end()
        if phase == .terminating { ended.signal() }
    }
}
