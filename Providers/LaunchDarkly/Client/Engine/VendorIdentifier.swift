// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(UIKit) && !os(watchOS)
    import Dispatch
    import UIKit
#endif

/// What tells this device apart for all apps of one vendor: where LaunchDarkly's version 5 took its device key from on iOS and
/// tvOS.
enum VendorIdentifier {
    /// The identifier, or a random one where the system has none.
    static let orRandom: @Sendable () -> String = { current ?? UUID().uuidString }

    private static var current: String? {
        #if canImport(UIKit) && !os(watchOS)
            // The system answers on the main thread; whoever keeps that one busy for a second goes without.
            if Thread.isMainThread {
                return MainActor.assumeIsolated { UIDevice.current.identifierForVendor?.uuidString }
            }
            let answer = Patience.await(.seconds(1)) {
                DispatchQueue.main.sync {
                    MainActor.assumeIsolated { UIDevice.current.identifierForVendor?.uuidString }
                }
            }
            return answer ?? nil
        #else
            nil
        #endif
    }
}
