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

/// The vendor identifier of this device, which is the same for all apps of one vendor.
///
/// Version 5 used it as the device key on iOS and tvOS.
enum VendorIdentifier {
    #if canImport(UIKit) && !os(watchOS)
        private static let known = Lock<String?>(nil)

        /// Reads the identifier if this is the main thread, because only the main thread can read it.
        ///
        /// Call it before the main thread waits for work that might need the identifier.
        static func prepare() {
            guard Thread.isMainThread, known.withLock({ $0 }) == nil else { return }
            let found = MainActor.assumeIsolated { UIDevice.current.identifierForVendor?.uuidString }
            if let found { known.withLock { $0 = found } }
        }

        /// Returns the identifier.
        ///
        /// - Throws: ``LaunchDarklyKeyUnavailable`` if the system doesn't provide the identifier. Before the first unlock
        ///   of the device, the identifier isn't available. The error also occurs if the main thread doesn't respond for 1
        ///   second.
        static func current() throws(LaunchDarklyKeyUnavailable) -> String? {
            if let found = known.withLock({ $0 }) { return found }
            if !Thread.isMainThread {
                Patience.await(.seconds(1)) { DispatchQueue.main.sync { prepare() } }
            } else {
                prepare()
            }
            if let found = known.withLock({ $0 }) { return found }
            throw LaunchDarklyKeyUnavailable("the system doesn't provide the device's vendor identifier yet")
        }
    #else
        /// Does nothing, because there is no such identifier.
        static func prepare() {}

        /// Returns `nil`, because there is no such identifier.
        static func current() throws(LaunchDarklyKeyUnavailable) -> String? { nil }
    #endif
}
