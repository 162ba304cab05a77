// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly
import HalyardUI

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}

extension FlagKey where Value == String {
    static let bannerText = FlagKey("banner-text", default: "")
}

/// The client of the app, and of its widget.
enum Flags {
    /// The keys that the menu of flags lists.
    static let declared = [FlagMenuKey(.newCheckout), FlagMenuKey(.bannerText)]

    /// Makes a client of a bundle's configuration; without one that is right, every flag has its default.
    static func client(configuration path: String?) -> FlagClient {
        do throws(ConfigurationError) {
            return try FlagClient(configuration: .file(path ?? "halyard.json"), providers: [.launchDarkly])
        } catch {
            assertionFailure("\(error)")
            return FlagClient(provider: InMemoryFlagProvider())
        }
    }
}
