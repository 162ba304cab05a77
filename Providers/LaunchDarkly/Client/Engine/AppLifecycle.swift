// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Foundation
package import Halyard

/// Follows what the system says about the app: on Linux and watchOS nothing, so there only what the app itself says.
///
/// On macOS the background is where the app is not active. Lives as long as the process.
package final class AppLifecycle: Lifecycle {
    /// That of the app.
    package static let shared = AppLifecycle(.default, .system)

    /// What the system calls the changes.
    package struct Names: Sendable {
        package var background: [String] = []
        package var foreground: [String] = []
        package var end: [String] = []

        package init(background: [String] = [], foreground: [String] = [], end: [String] = []) {
            (self.background, self.foreground, self.end) = (background, foreground, end)
        }

        static let system: Names = {
            #if os(macOS)
                Names(
                    background: ["NSApplicationWillResignActiveNotification"],
                    foreground: ["NSApplicationDidBecomeActiveNotification"],
                    end: ["NSApplicationWillTerminateNotification"])
            #elseif os(iOS) || os(tvOS) || os(visionOS)
                Names(
                    background: ["UIApplicationDidEnterBackgroundNotification"],
                    foreground: ["UIApplicationWillEnterForegroundNotification"],
                    end: ["UIApplicationWillTerminateNotification"])
            #else
                Names()
            #endif
        }()
    }

    private let current = ManualLifecycle()

    /// Follows some notifications of a center; those of the system come on the main thread.
    package init(_ center: NotificationCenter, _ names: Names) {
        let all: [(LifecyclePhase, [String])] = [
            (.background, names.background), (.foreground, names.foreground), (.terminating, names.end),
        ]
        for (phase, names) in all {
            for name in names {
                _ = center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { [current] _ in
                    current.move(to: phase)
                }
            }
        }
    }

    package var phase: LifecyclePhase { current.phase }
    package var phases: AsyncStream<LifecyclePhase> { current.phases }

    /// Says where the app is, where no system does.
    package func move(to phase: LifecyclePhase) { current.move(to: phase) }
}
