// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUI
import Testing

extension FlagKey where Value == Int {
    fileprivate static let limit = FlagKey("limit", default: 10)
}

/// Samples of the SwiftUI guide that don't need SwiftUI.
///
/// Examples/SwiftUIApp contains the other samples.
@MainActor @Suite("Guide samples: SwiftUI and the app lifecycle")
struct UserInterfaceTests {
    private struct Banner {
        var isHidden = true
    }

    @Test("Returns the display value of a flag")
    func display() async {
        let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]))
        await flags.start()
        var banner = Banner()
        banner.isHidden = !flags.displayValue(of: .newNav)  // counted once, however often the banner is drawn
        #expect(!banner.isHidden)
    }

    @Test("Creates clients for previews")
    func preview() {
        let flags = FlagClient.preview(.set(.newNav, true), .set(.limit, 3))
        #expect(flags[.newNav])
        #expect(flags[.limit] == 3)
        let gold: FlagOverrides = ["plan": "gold", "limit": 3]
        #expect(FlagClient.preview(gold).string("plan", default: "free") == "gold")
    }

    @Test("Filters flags and sets an override in a custom flag menu")
    func menu() async {
        let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": false]))
        await flags.start()
        let menu = FlagMenuModel(flags, declaring: [.init(.newNav), .init(.limit)])
        menu.searchText = "nav"
        #expect(menu.rows.map(\.key) == ["new-nav"])
        menu.setOverride("new-nav", to: true)
        #expect(flags[.newNav])
    }

    @Test("Uses a custom lifecycle")
    func lifecycle() {
        var options = FlagClient.Options()
        options.lifecycle = SystemLifecycle.shared  // the default; nil on Linux
        options.lifecycle = nil  // the app is never in the background
        let scene = ManualLifecycle()
        options.lifecycle = scene  // phases that only the app knows
        scene.move(to: .background)
        #expect(scene.phase == .background)
    }
}
