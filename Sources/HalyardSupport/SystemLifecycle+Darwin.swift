// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Foundation

    extension SystemLifecycle {
        /// Moves to a phase with each of some notifications, for as long as the process lives.
        func follow(_ notifications: [(name: Notification.Name, phase: LifecyclePhase)]) {
            for (name, phase) in notifications {
                _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    self.move(to: phase)
                }
            }
        }
    }
#endif
