// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import Testing
import TestSupport

extension FlagKey where Value == Bool {
    static let newNav = FlagKey("new-nav", default: false)
}

@MainActor
final class Screen {
    private(set) var shown: [String] = []

    func show(_ enabled: Bool) { shown.append("\(enabled)") }

    func observe(_ flags: FlagClient) async {
        flags.observe(.newNav, owner: self) { screen, change in screen.show(change.new) }
        for await enabled in flags.values(of: .newNav) {
            show(enabled)  // the current value first, then every other one
            break
        }
    }

    func act(_ flags: FlagClient) async {
        await flags.setContext(.user("c3b155b0", ["plan": "gold"]))  // returns when the new flags are in place
        flags.track("checkout", metric: 49.90)
        await flags.shutdown()  // sends what was counted
    }
}

@Suite("README")
struct FrontPageTests {
    @Test("Reads the flags of the quick start's configuration")
    func quickStart() async throws {
        let page = try Repository.text("README.md")
        let text = try #require(page.firstMatch(of: /```json\n((?:.|\n)*?)```/)).1
        let flags = try FlagClient(configuration: .json(String(text)))
        #expect(await flags.start() == .ready)
        #expect(flags.bool("new-checkout", default: false))
        #expect(flags.int("search-limit", default: 10) == 25)
        await flags.shutdown()
    }

    @Test("Notifies observers, and sends events")
    @MainActor
    func frontPage() async throws {
        let screen = Screen()
        let sink = RecordingSink()
        let provider = InMemoryFlagProvider(["new-nav": true])
        let flags = FlagClient(provider: provider, sinks: [sink])
        await flags.start()
        await screen.observe(flags)
        await screen.act(flags)
        #expect(screen.shown == ["true"])
        #expect(sink.lines.contains("tracked checkout null 49.9 by user:c3b155b0"))
    }
}
