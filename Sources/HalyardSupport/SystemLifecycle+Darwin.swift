// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Foundation

    extension SystemLifecycle {
        /// Changes the phase at each of some notifications, until the process ends.
        func follow(_ notifications: [(name: Notification.Name, phase: LifecyclePhase)]) {
            for (name, phase) in notifications {
                _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    self.move(to: phase)
                }
            }
        }
    }
#endif
