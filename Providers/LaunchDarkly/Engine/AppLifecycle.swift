// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Dispatch
package import Foundation
package import HalyardSupport

/// Follows what the system reports about the app; on Linux and watchOS only what the app itself says.
///
/// On macOS the background is where the app is not active. Events are sent in time that the system is asked for: in the
/// background until they are sent or the system takes the time back; at the end of the app for two seconds at most, during
/// which the notification, and so the main thread, waits. Lives as long as the process. Safe to use from any thread.
package final class AppLifecycle: Lifecycle {
    /// That of the app.
    package static let shared = makeShared()

    /// What the system calls the changes.
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
    /// Signalled for each follower that has done what the end of the app calls for.
    private let ended = DispatchSemaphore(value: 0)
    /// How long the end of the app waits for that.
    private let longestEnd: DispatchTimeInterval
    private let request: ExpiringActivity.Request

    /// Follows some notifications of a center; those of the system come on the main thread.
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

    /// Says where the app is; at its end waits until the followers have sent what they have, for a bounded time.
    package func move(to phase: LifecyclePhase) {
        launch.withLock { $0.moved() }
        let followers = current.notify(phase)
        guard phase == .terminating else { return }
        let limit = DispatchTime.now() + longestEnd
        for _ in 0..<followers where ended.wait(timeout: limit) == .timedOut { return }
    }

    /// Says where the app was when it was launched; nothing once it has moved since.
    package func launched(inBackground isInBackground: Bool) {
        guard launch.withLock({ $0.isBackground(isInBackground) }) else { return }
        current.move(to: .background)
    }

    /// Runs what the phase calls for, in time that the system is asked for.
    package func withTime(in phase: LifecyclePhase, _ body: () async -> Void) async {
        let activity = ExpiringActivity("Halyard sends events", request: request)
        await body()
        activity.end()
        if phase == .terminating { ended.signal() }
    }
}

/// Whether a launch put the app into the background: only if the app has not moved since.
struct AppLaunch {
    private var isOver = false

    /// The app moved, by the system's word or its own.
    mutating func moved() { isOver = true }

    /// Takes the answer of the system, once; returns whether the app is to be moved to the background.
    mutating func isBackground(_ answer: Bool) -> Bool {
        defer { isOver = true }
        return answer && !isOver
    }
}
