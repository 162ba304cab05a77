// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The notifications about the app's lifecycle, and the app's state at launch. Type-checked on Linux, never run on a
// device: that the system sends these notifications, and when, is taken from its documentation.

#if os(iOS) || os(tvOS) || os(visionOS)
    import Halyard
    import UIKit

    extension AppLifecycle {
        /// Begins in the foreground, and asks the system in the main thread's next turn whether that is right.
        ///
        /// Not at once: an app with scenes is in the background while it launches, even when a user opens it. So an app
        /// that is launched in the background may start a request that is then cancelled.
        static func makeShared() -> AppLifecycle {
            let lifecycle = AppLifecycle(.default, .system)
            Task { @MainActor in
                guard let state = application?.applicationState else { return }
                lifecycle.launched(inBackground: state == .background)
            }
            return lifecycle
        }

        /// The app; nil in an extension, where the property must not be used, so it is looked up by name.
        @MainActor private static var application: UIApplication? {
            let selector = NSSelectorFromString("sharedApplication")
            guard !Bundle.main.bundlePath.hasSuffix(".appex"), UIApplication.responds(to: selector) else { return nil }
            // Sound: the application lives as long as the process, and the method returns it unretained.
            return UIApplication.perform(selector)?.takeUnretainedValue() as? UIApplication
        }
    }

    extension AppLifecycle.Names {
        /// The names for an app and for an extension's host: each process receives only its own.
        static let system = AppLifecycle.Names(
            background: [UIApplication.didEnterBackgroundNotification, .NSExtensionHostDidEnterBackground],
            foreground: [
                UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification,
                .NSExtensionHostWillEnterForeground,
            ],
            end: [UIApplication.willTerminateNotification])
    }
#elseif os(macOS)
    import AppKit

    extension AppLifecycle {
        static func makeShared() -> AppLifecycle { AppLifecycle(.default, .system) }
    }

    extension AppLifecycle.Names {
        static let system = AppLifecycle.Names(
            background: [NSApplication.willResignActiveNotification],
            foreground: [NSApplication.didBecomeActiveNotification],
            end: [NSApplication.willTerminateNotification])
    }
#else
    import Foundation

    extension AppLifecycle {
        static func makeShared() -> AppLifecycle { AppLifecycle(.default, Names()) }
    }
#endif
