// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Type-checked on Linux, never run on a watch.

#if os(watchOS)
    import Foundation
    import WatchKit

    extension Platform {
        /// Follows the app's notifications, and asks whether it was launched in the background, in the main thread's next turn.
        ///
        /// A watch sends no notification at the end of an app.
        package static let followApp: (@Sendable (SystemLifecycle) -> Void)? = { lifecycle in
            Task { @MainActor in
                lifecycle.follow([
                    (WKApplication.didEnterBackgroundNotification, .background),
                    (WKApplication.willEnterForegroundNotification, .foreground),
                    (WKApplication.didBecomeActiveNotification, .foreground),
                ])
                guard !Bundle.main.bundlePath.hasSuffix(".appex") else { return }
                lifecycle.launched(inBackground: WKApplication.shared().applicationState == .background)
            }
        }
    }
#endif
