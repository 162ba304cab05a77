// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The notifications about the app's lifecycle, and the app's state at launch. Type-checked on Linux, never run on a
// device: that the system sends these notifications, and when, is taken from its documentation.

#if os(iOS) || os(tvOS) || os(visionOS)
    import Foundation
    import UIKit

    extension Platform {
        /// Follows the notifications for an app and those for an extension's host: each process receives only its own.
        ///
        /// Whether the app was launched in the background is asked in the main thread's next turn. Not at once: an app with
        /// scenes is in the background while it launches, even when a user opens it. So an app that is launched in the
        /// background may start a request that is then cancelled.
        package static let followApp: (@Sendable (SystemLifecycle) -> Void)? = { lifecycle in
            lifecycle.follow([
                (UIApplication.didEnterBackgroundNotification, .background),
                (.NSExtensionHostDidEnterBackground, .background),
                (UIApplication.willEnterForegroundNotification, .foreground),
                (UIApplication.didBecomeActiveNotification, .foreground),
                (.NSExtensionHostWillEnterForeground, .foreground),
                (UIApplication.willTerminateNotification, .terminating),
            ])
            Task { @MainActor in
                guard let state = application?.applicationState else { return }
                lifecycle.launched(inBackground: state == .background)
            }
        }

        /// The app; nil in an extension, where the property must not be used, so it is looked up by name.
        @MainActor private static var application: UIApplication? {
            let selector = NSSelectorFromString("sharedApplication")
            guard !Bundle.main.bundlePath.hasSuffix(".appex"), UIApplication.responds(to: selector) else { return nil }
            // Sound: the application lives as long as the process, and the method returns it unretained.
            return UIApplication.perform(selector)?.takeUnretainedValue() as? UIApplication
        }
    }
#endif
