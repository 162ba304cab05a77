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

/// The app's client and its flag menu.
enum Flags {
    /// The keys that the flag menu lists.
    static let declared = [FlagMenuKey(.newCheckout), FlagMenuKey(.bannerText)]

    /// Creates a client, whose flags have default values if the configuration is invalid.
    static func client(configuration path: String?) -> FlagClient {
        do throws(ConfigurationError) {
            return try FlagClient(configuration: .file(path ?? "halyard.json"), providers: [.launchDarkly])
        } catch {
            assertionFailure("\(error)")
            return FlagClient(provider: InMemoryFlagProvider())
        }
    }
}
