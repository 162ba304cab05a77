// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing
import TestSupport

@Suite("Flags trait")
struct FlagTraitTests {
    @Test(.flags([.newNav: true]))
    func overridesOneFlag() async {
        let client = await makeClient(["new-nav": false])
        #expect(client[.newNav])
        #expect(client.details(of: .newNav).description == "new-nav = true (STATIC, override: test)")
    }

    @Test("Accepts flags of several types", .flags(.set(.newNav, true), .set(.limit, 3), .set(.layout, .grid)))
    func types() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(client[.limit] == 3)
        #expect(client[.layout] == .grid)
    }

    @Test("Accepts several flags of one type", .flags([.newNav: true, .search: false]))
    func oneType() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(!client[.search])
    }

    @Test("Accepts enumeration cases", .flags([.layout: .carousel]), .flags([.plan: .gold]))
    func enumerations() async {
        let client = await makeClient()
        #expect(client[.layout] == .carousel)
        #expect(client[.plan] == .gold)
    }

    @Test("Accepts flag keys as strings", .flags(["limit": 7, "new-nav": true]))
    func names() async {
        let client = await makeClient()
        #expect(client[.limit] == 7)
        #expect(client.bool("new-nav", default: false))
    }

    @Test("Overrides flags of every client, even one that isn't started", .flags([.limit: 3]))
    func everyClient() async {
        let first = await makeClient(["limit": 1])
        let second = FlagClient(provider: InMemoryFlagProvider(), options: .manual())
        #expect([first[.limit], second[.limit]] == [3, 3])
    }

    @Test("Reports a type mismatch, and ignores a null value", .flags(["limit": "many", "new-nav": .null]))
    func unfit() async {
        let client = await makeClient(["limit": 1, "new-nav": true])
        #expect(client.details(of: .limit).error?.code == .typeMismatch)
        #expect(client[.limit] == 10)
        #expect(client.details(of: .newNav).description == "new-nav = false (DEFAULT, override: test)")
        #expect(client.allFlags == ["limit": "many"])
    }

    @Test("Applies to sequences, snapshots, and the list of all flags", .flags([.limit: 3]))
    func everyWay() async throws {
        let provider = InMemoryFlagProvider(["limit": 1, "search": true])
        let client = FlagClient(provider: provider, options: .manual())
        await client.start()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 3)
        #expect(client.snapshot()[.limit] == 3)
        #expect(client.snapshot().details(of: .limit).origin.kind == .override)
        #expect(client.allFlags == ["limit": 3, "search": true])
        // The override hides this change of the client's value.
        provider.set(.limit, 2)
        await client.shutdown()
        #expect(await values.next() == nil)
    }

    @Test("Applies to child tasks and new tasks, but not to detached tasks", .flags([.limit: 3]))
    func tasks() async {
        let client = await makeClient(["limit": 1])
        async let child = client[.limit]
        #expect(await child == 3)
        #expect(await Task { client[.limit] }.value == 3)
        #expect(await Task.detached { client[.limit] }.value == 1)
    }

    @Test("Counts reads for each client's sinks, but not for a provider's", .flags([.limit: 3]))
    func counting() async {
        let (first, second, vendor) = (RecordingSink(), RecordingSink(), RecordingSink())
        let provider = FixedProvider(name: "vendor", ["new-nav": true, "limit": 1], sinks: [vendor])
        let client = FlagClient(provider: provider, sinks: [first], options: .manual())
        await client.start()
        let other = await makeClient(sinks: [second])
        #expect([client[.limit], client[.limit], other[.limit]] == [3, 3, 3])
        #expect(client[.newNav])
        await client.flush()
        await other.flush()
        #expect(first.reads(of: .limit) == 2)
        #expect(second.reads(of: .limit) == 1)
        #expect(vendor.reads(of: .limit) == 0)
        #expect(vendor.reads(of: .newNav) == 1)
        #expect(first.summaries.flatMap(\.entries).first { $0.key == "limit" }?.flag?.value == 3)
    }
}

@Suite("Flags trait on a suite", .flags(.set(.newNav, true), .set(.limit, 3)))
struct FlagSuiteTests {
    @Test("Applies to each test of the suite")
    func inherited() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(client[.limit] == 3)
    }

    @Test("Prefers the flags of a test, flag by flag", .flags([.limit: 4]))
    func inner() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(client[.limit] == 4)
        withFlags(.set(.limit, 5)) { #expect(client[.limit] == 5) }
        #expect(client[.limit] == 4)
        #expect(client.allFlags == ["new-nav": true, "limit": 4])
    }

    @Suite("Flags trait on a nested suite", .flags([.limit: 6]))
    struct Inner {
        @Test("Combines the flags of both suites")
        func both() async {
            let client = await makeClient()
            #expect(client[.newNav])
            #expect(client[.limit] == 6)
        }
    }
}
