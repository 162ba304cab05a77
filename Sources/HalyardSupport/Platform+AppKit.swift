// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(macOS)
    import AppKit

    extension Platform {
        /// Follows the app's notifications.
        ///
        /// An inactive app counts as in the background, as in the LaunchDarkly SDK.
        package static let followApp: (@Sendable (SystemLifecycle) -> Void)? = { lifecycle in
            lifecycle.follow([
                (NSApplication.willResignActiveNotification, .background),
                (NSApplication.didBecomeActiveNotification, .foreground),
                (NSApplication.willTerminateNotification, .terminating),
            ])
        }
    }
#endif
