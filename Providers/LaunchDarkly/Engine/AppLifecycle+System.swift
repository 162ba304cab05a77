// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Which notifications speak of the app's life, and where a launch puts it. Type-checked on Linux, never run on a device: that
// the system sends these notifications, and when, is read from its documentation.

#if os(iOS) || os(tvOS) || os(visionOS)
    import Halyard
    import UIKit

    extension AppLifecycle {
        /// Begins in the foreground, and asks the system in the main thread's next turn whether that is so.
        ///
        /// Not at once: an app with scenes is in the background while it is launched, also when a user opens it. So an app that is
        /// launched in the background may begin a request that is then cancelled.
        static func makeShared() -> AppLifecycle {
            let lifecycle = AppLifecycle(.default, .system)
            Task { @MainActor in
                guard let state = application?.applicationState else { return }
                lifecycle.launched(inBackground: state == .background)
            }
            return lifecycle
        }

        /// The app; nil in an extension, which must not ask for it and so is asked for by name.
        @MainActor private static var application: UIApplication? {
            let selector = NSSelectorFromString("sharedApplication")
            guard !Bundle.main.bundlePath.hasSuffix(".appex"), UIApplication.responds(to: selector) else { return nil }
            // Sound: the application lives as long as the process, and the method returns it without a reference to give back.
            return UIApplication.perform(selector)?.takeUnretainedValue() as? UIApplication
        }
    }

    extension AppLifecycle.Names {
        /// Those of an app and those of an extension's host: each process receives only its own.
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
