// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import OpenFeature

/// Serves the new provider's flags, and compares them with the flags of a vendor's OpenFeature provider.
func compare(_ new: any FlagProvider, with vendorProvider: any FeatureProvider) async throws -> FlagClient {
    let newCheckout = FlagKey("new-checkout", default: false)
    let searchLimit = FlagKey("search-limit", default: 10)
    let old = FeatureProviderFlags(vendorProvider, [.flag(newCheckout), .flag(searchLimit)], name: "old")
    let both = try CombinedProvider("both", [.init(new), .init(old)], strategy: .comparison(primary: new.name))
    let flags = FlagClient(provider: both, context: .user("ada"))
    await flags.start()
    print(both.parity)
    return flags
}
