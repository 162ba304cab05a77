// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Dispatch
package import Foundation
package import HalyardSupport

/// Follows the system's reports about the app; on Linux and watchOS only the app's own.
///
/// On macOS an app that is not active is in the background. Events are sent in extra time that is requested from the
/// system: in the background until they are sent or the time expires; at the end of the app for at most two seconds,
/// during which the notification, and so the main thread, waits. Lives as long as the process. Safe to use from any
/// thread.
package final class AppLifecycle: Lifecycle {
    /// The lifecycle of the app.
    package static let shared = makeShared()

    /// The system's names for the changes.
    package struct Names: Sendable {
        package var background: [Notification.Name] = []
        package var foreground: [Notification.Name] = []
        package var end: [Notification.Name] = []

        package init(
            background: [Notification.Name] = [], foreground: [Notification.Name] = [], end: [Notification.Name] = []
        ) {
            (self.background, self.foreground, self.end) = (background, foreground, end)
        }
    }

    private let current = ManualLifecycle()
    private let launch = Lock(AppLaunch())
    /// Signalled for each follower that has done its work for the end of the app.
    private let ended = DispatchSemaphore(value: 0)
    /// How long the end of the app waits for the followers.
    private let longestEnd: DispatchTimeInterval
    private let request: ExpiringActivity.Request

    /// Follows some notifications of a center; those of the system arrive on the main thread.
    package init(
        _ center: NotificationCenter, _ names: Names, longestEnd: DispatchTimeInterval = .seconds(2),
        request: @escaping ExpiringActivity.Request = Platform.requestTime
    ) {
        self.longestEnd = longestEnd
        self.request = request
        let all: [(LifecyclePhase, [Notification.Name])] = [
            (.background, names.background), (.foreground, names.foreground), (.terminating, names.end),
        ]
        for (phase, names) in all {
            for name in names {
                _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                    self?.move(to: phase)
                }
            }
        }
    }

    package var phase: LifecyclePhase { current.phase }
    package var phases: AsyncStream<LifecyclePhase> { current.phases }

    /// Sets the app's phase; at its end, waits for a bounded time until the followers have sent what they have.
    package func move(to phase: LifecyclePhase) {
        launch.withLock { $0.moved() }
        let followers = current.notify(phase)
        guard phase == .terminating else { return }
        let limit = DispatchTime.now() + longestEnd
        for _ in 0..<followers where ended.wait(timeout: limit) == .timedOut { return }
    }

    /// Sets whether the app was launched in the background; has no effect once the phase has changed since.
    package func launched(inBackground isInBackground: Bool) {
        guard launch.withLock({ $0.isBackground(isInBackground) }) else { return }
        current.move(to: .background)
    }

    /// Runs the work of a phase, in extra time that is requested from the system.
    package func withTime(in phase: LifecyclePhase, _ body: () async -> Void) async {
        let activity = ExpiringActivity("Halyard sends events", request: request)
        await body()
        activity.end()
        if phase == .terminating { ended.signal() }
    }
}

/// Whether a launch put the app into the background; only if the phase has not changed since.
struct AppLaunch {
    private var isOver = false

    /// Notes that the phase has changed, as reported by the system or the app.
    mutating func moved() { isOver = true }

    /// Handles the system's answer, once; returns whether the app must be moved to the background.
    mutating func isBackground(_ answer: Bool) -> Bool {
        defer { isOver = true }
        return answer && !isOver
    }
}
