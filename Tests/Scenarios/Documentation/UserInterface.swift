// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUI
import Testing

extension FlagKey where Value == Int {
    fileprivate static let limit = FlagKey("limit", default: 10)
}

/// What the guide "SwiftUI and the app's life" shows and needs no SwiftUI; the rest is in Examples/SwiftUIApp.
@MainActor @Suite("SwiftUI and the app's life")
struct UserInterfaceTests {
    private struct Banner {
        var isHidden = true
    }

    @Test("a view's read counts once")
    func display() async {
        let flags = FlagClient(provider: InMemoryProvider(["new-nav": true]))
        await flags.start()
        var banner = Banner()
        banner.isHidden = !flags.displayValue(of: .newNav)  // counted once, however often the banner is drawn
        #expect(!banner.isHidden)
    }

    @Test("a client for previews")
    func preview() {
        let flags = FlagClient.preview(.set(.newNav, true), .set(.limit, 3))
        #expect(flags[.newNav])
        #expect(flags[.limit] == 3)
        let gold: FlagOverrides = ["plan": "gold", "limit": 3]
        #expect(FlagClient.preview(gold).string("plan", default: "free") == "gold")
    }

    @Test("a menu of another look")
    func menu() async {
        let flags = FlagClient(provider: InMemoryProvider(["new-nav": false]))
        await flags.start()
        let menu = FlagMenuModel(flags, declaring: [.init(.newNav), .init(.limit)])
        menu.searchText = "nav"
        #expect(menu.rows.map(\.key) == ["new-nav"])
        menu.setOverride("new-nav", to: true)
        #expect(flags[.newNav])
    }

    @Test("the app's life in code")
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
