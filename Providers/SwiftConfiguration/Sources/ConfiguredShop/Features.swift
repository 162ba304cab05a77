// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import HalyardSwiftConfiguration

/// Creates a client whose flags are settings.
func featureClient(for config: ConfigReader) -> FlagClient {
    let newCheckout = FlagKey("new-checkout", default: false)
    let searchLimit = FlagKey("search-limit", default: 10)
    let provider = ConfiguredFlags(
        config.scoped(to: "features"), [.flag(newCheckout), .flag(searchLimit, at: "search.limit")])
    return FlagClient(provider: provider)
}
