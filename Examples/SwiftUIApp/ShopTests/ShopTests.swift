// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing

@testable import Shop

@Suite("Shop")
struct ShopTests {
    @Test("Applies the test's flags to every client", .flags(.set(.newCheckout, true)))
    func newCheckout() {
        #expect(Flags.client(configuration: nil)[.newCheckout])
    }
}
