// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

#if canImport(UIKit) && !os(watchOS)
    import Dispatch
    import Foundation
    import HalyardSupport
    import UIKit
#endif

/// Identifies this device for all apps of one vendor; the source of version 5's device key on iOS and tvOS.
enum VendorIdentifier {
    #if canImport(UIKit) && !os(watchOS)
        private static let known = Lock<String?>(nil)

        /// Reads the identifier if this is the main thread, the only one that may.
        ///
        /// Must be called before the main thread waits for work that may need the identifier.
        static func prepare() {
            guard Thread.isMainThread, known.withLock({ $0 }) == nil else { return }
            let found = MainActor.assumeIsolated { UIDevice.current.identifierForVendor?.uuidString }
            if let found { known.withLock { $0 = found } }
        }

        /// The identifier.
        ///
        /// - Throws: ``LaunchDarklyKeyUnavailable`` while the system does not provide it: before the device's first
        ///   unlock, and when the main thread does not respond for a second.
        static func current() throws(LaunchDarklyKeyUnavailable) -> String? {
            if let found = known.withLock({ $0 }) { return found }
            if !Thread.isMainThread {
                Patience.await(.seconds(1)) { DispatchQueue.main.sync { prepare() } }
            } else {
                prepare()
            }
            if let found = known.withLock({ $0 }) { return found }
            throw LaunchDarklyKeyUnavailable("the system does not name the device's identifier yet")
        }
    #else
        /// Does nothing: there is no such identifier.
        static func prepare() {}

        /// Nil: there is no such identifier.
        static func current() throws(LaunchDarklyKeyUnavailable) -> String? { nil }
    #endif
}
