// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The notifications about the app's lifecycle, and the app's state at launch. This code is type-checked on Linux and hasn't run
// on a device. It relies on Apple's documentation of these notifications.

#if os(iOS) || os(tvOS) || os(visionOS)
    import Foundation
    import UIKit

    extension Platform {
        /// Follows the notifications for an app and for an extension's host.
        ///
        /// Each process receives only its own notifications. The state at launch is read in the main thread's next turn. An app
        /// with scenes is in the background while it launches, even if a user opens it. So an app that launches in the background
        /// can start a request that is then canceled.
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

        /// The app, or `nil` in an extension.
        ///
        /// Extensions must not use the `shared` property, so it's looked up by name.
        @MainActor private static var application: UIApplication? {
            let selector = NSSelectorFromString("sharedApplication")
            guard !Bundle.main.bundlePath.hasSuffix(".appex"), UIApplication.responds(to: selector) else { return nil }
            // Sound: the application exists as long as the process, and the method returns it unretained.
            return UIApplication.perform(selector)?.takeUnretainedValue() as? UIApplication
        }
    }
#endif
