// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension FlagKey where Value == Bool {
    /// Whether the new checkout is used.
    static let newCheckout = FlagKey("new-checkout", default: false)
    /// Whether gifts can be wrapped.
    static let giftWrap = FlagKey("gift-wrap", default: false)
    /// Whether requests for support are answered first.
    static let fastLane = FlagKey("fast-lane", default: false)
}

extension FlagKey where Value == String {
    /// What is written above the cart; the payload of the flag's variant.
    static let banner = FlagKey("banner", default: "")
}

extension FlagKey where Value == Int {
    /// How many megabytes may be uploaded; the payload of the flag's variant.
    static let uploadLimit = FlagKey("upload-limit", default: 10)
}
