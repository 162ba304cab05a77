// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// This code is type-checked on Linux and hasn't run on a watch.

#if os(watchOS)
    import Foundation
    import WatchKit

    extension Platform {
        /// Follows the app's notifications, and reads the state at launch in the main thread's next turn.
        ///
        /// watchOS sends no notification when an app ends.
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
