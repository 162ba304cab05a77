// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension FlagKey where Value == Bool {
    /// Enables the new checkout.
    static let newCheckout = FlagKey("new-checkout", default: false)
    /// Enables gift wrapping.
    static let giftWrap = FlagKey("gift-wrap", default: false)
    /// Gives the user's support requests priority.
    static let fastLane = FlagKey("fast-lane", default: false)
}

extension FlagKey where Value == String {
    /// The text above the cart, from the payload of the flag's variant.
    static let banner = FlagKey("banner", default: "")
}

extension FlagKey where Value == Int {
    /// The upload limit in megabytes, from the payload of the flag's variant.
    static let uploadLimit = FlagKey("upload-limit", default: 10)
}
