// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
@testable import ConfiguredShop
import Halyard
import HalyardTesting
import Testing

@Suite("Sample: a server's settings and flags")
struct ShopTests {
    private let rules = InMemoryFlagProvider { user in
        ["express-checkout": user["plan"] == "gold" ? true : false, "cart-limit": 20]
    }
    private let settings = InMemoryProvider(values: ["http.port": 9090, "shop.currency": "CHF", "flags.sale": true])

    private func makeShop() async -> Shop {
        let flags = FlagClient(provider: rules)
        await flags.start()
        return Shop(flags: flags, settings: [settings])
    }

    @Test("Reads settings and flags side by side")
    func sideBySide() async {
        let shop = await makeShop()
        #expect(shop.address == "127.0.0.1:9090")
        #expect(shop.config.int(forKey: "flags.cart-limit") == 20)
        #expect(shop.config.bool(forKey: "flags.sale") == true)
    }

    @Test("Serves each request its user's flags")
    func requests() async {
        let shop = await makeShop()
        #expect(
            shop.cart(for: .user("ada", ["plan": "gold"])) == "express checkout, at most 20 items, prices in CHF")
        #expect(shop.cart(for: .user("grace")) == "standard checkout, at most 20 items, prices in CHF")
    }

    @Test("Keeps a request's flags until the request ends")
    func consistency() async {
        let shop = await makeShop()
        let config = shop.config(for: .user("ada"))
        rules.replaceAll(with: ["cart-limit": 1])
        #expect(config.int(forKey: "flags.cart-limit") == 20)
        #expect(shop.config(for: .user("ada")).int(forKey: "flags.cart-limit") == 1)
    }

    @Test("Uses settings as flags")
    func features() async {
        let settings = InMemoryProvider(values: ["features.new-checkout": true, "features.search.limit": 25])
        let flags = featureClient(for: ConfigReader(provider: settings))
        await flags.start()
        #expect(flags.allFlags == ["new-checkout": true, "search-limit": 25])
    }
}
