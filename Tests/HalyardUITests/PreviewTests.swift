// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import TestSupport
import Testing

@testable import HalyardUI

@MainActor @Suite("Previews")
struct PreviewTests {
    private let provider = InMemoryFlagProvider(["limit": 1, "new-nav": false])

    @Test("Serves overrides immediately, and defaults for other flags")
    func alone() {
        let flags = FlagClient.preview(.set(.newNav, true))
        #expect(flags[.newNav])
        #expect(flags[.limit] == 10)
        #expect(flags.details(of: .newNav).origin.kind == .override)
    }

    @Test("Serves the outer client's current flags below its overrides")
    func overClient() async {
        let outer = await FlagClient.serving(provider, for: .user("a"))
        let flags = FlagClient.preview(.set(.newNav, true), over: outer)
        #expect(flags[.newNav])
        #expect(flags[.limit] == 1)
        #expect(flags.context == .user("a"))
        provider.set(.limit, 2)
        await until { flags[.limit] == 2 }
        #expect(!outer[.newNav])
    }

    @Test("Prefers its overrides to the outer client's overrides")
    func nested() async {
        let outer = await FlagClient.serving(provider)
        outer.overrides.set(.limit, 5)
        let middle = FlagClient.preview(.set(.newNav, true), over: outer)
        let inner = FlagClient.preview(.set(.limit, 7), over: middle)
        #expect(inner[.newNav])
        #expect(inner[.limit] == 7)
        #expect(middle[.limit] == 5)
    }

    @Test("Serves the outer client's flags when they become available")
    func later() async {
        let outer = FlagClient(provider: provider, options: .manual())
        let flags = FlagClient.preview(over: outer)
        #expect(flags[.limit] == 10)
        await outer.start()
        await until { flags[.limit] == 1 }
    }

    @Test("Serves the outer client's flags after its context changes")
    func otherContext() async {
        let outer = await FlagClient.serving(provider, for: .user("a"))
        let flags = FlagClient.preview(.set(.newNav, true), over: outer)
        await outer.setContext(.user("b"))
        provider.set(.limit, 4)
        await until { flags[.limit] == 4 }
        #expect(flags[.newNav])
    }

    @Test("Doesn't report reads to the outer client's sinks")
    func counts() async {
        let sink = RecordingSink(interest: .every)
        let outer = await FlagClient.serving(provider, sinks: [sink])
        let flags = FlagClient.preview(.set(.newNav, true), over: outer)
        _ = (flags[.newNav], flags[.limit])
        await outer.flush()
        #expect(sink.readCounts == [:])
    }

    @Test("Keeps the client on redraw, and updates its overrides")
    func redraws() {
        let clients = PreviewClients()
        let first = clients.client(.set(.newNav, true), over: nil)
        let second = clients.client(.set(.limit, 3), over: nil)
        #expect(first === second)
        #expect(!second[.newNav])
        #expect(second[.limit] == 3)
    }

    @Test("Creates a new client if the outer client changes")
    func otherOuter() async {
        let clients = PreviewClients()
        let first = clients.client([:], over: nil)
        let outer = await FlagClient.serving(provider)
        let second = clients.client([:], over: outer)
        #expect(first !== second)
        #expect(second[.limit] == 1)
    }

    @Test("Sets and reads overrides by flag key")
    func subscripts() {
        enum Plan: String { case free, gold }
        let plan = FlagKey("plan", default: Plan.free)
        var overrides = FlagOverrides()
        overrides[.newNav] = true
        overrides[plan] = .gold
        #expect(overrides == ["new-nav": true, "plan": "gold"])
        #expect(overrides[.newNav] == true)
        #expect(overrides[plan] == .gold)
        overrides[plan] = nil
        #expect(overrides[plan] == nil)
        #expect(overrides[.limit] == nil)
        #expect(overrides == ["new-nav": true])
    }
}
