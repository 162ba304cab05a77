// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing
import TestSupport

@Suite("The flags trait")
struct FlagTraitTests {
    @Test(.flags([.newNav: true]))
    func overridesOneFlag() async {
        let client = await makeClient(["new-nav": false])
        #expect(client[.newNav])
        #expect(client.details(of: .newNav).description == "new-nav = true (STATIC, override: test)")
    }

    @Test("takes flags of several types", .flags(.set(.newNav, true), .set(.limit, 3), .set(.layout, .grid)))
    func types() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(client[.limit] == 3)
        #expect(client[.layout] == .grid)
    }

    @Test("takes several flags of one type", .flags([.newNav: true, .search: false]))
    func oneType() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(!client[.search])
    }

    @Test("takes cases of enumerations", .flags([.layout: .carousel]), .flags([.plan: .gold]))
    func enumerations() async {
        let client = await makeClient()
        #expect(client[.layout] == .carousel)
        #expect(client[.plan] == .gold)
    }

    @Test("takes names", .flags(["limit": 7, "new-nav": true]))
    func names() async {
        let client = await makeClient()
        #expect(client[.limit] == 7)
        #expect(client.bool("new-nav", default: false))
    }

    @Test("reaches every client, also one that never started", .flags([.limit: 3]))
    func everyClient() async {
        let first = await makeClient(["limit": 1])
        let second = FlagClient(provider: InMemoryProvider(), options: .manual())
        #expect([first[.limit], second[.limit]] == [3, 3])
    }

    @Test("a value of another type is a mismatch, null is no value", .flags(["limit": "many", "new-nav": .null]))
    func unfit() async {
        let client = await makeClient(["limit": 1, "new-nav": true])
        #expect(client.details(of: .limit).error?.code == .typeMismatch)
        #expect(client[.limit] == 10)
        #expect(client.details(of: .newNav).description == "new-nav = false (DEFAULT, override: test)")
        #expect(client.allFlags == ["limit": "many"])
    }

    @Test("sequences, views and lists of all flags see a declared flag", .flags([.limit: 3]))
    func everyWay() async throws {
        let provider = InMemoryProvider(["limit": 1, "search": true])
        let client = FlagClient(provider: provider, options: .manual())
        await client.start()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 3)
        #expect(client.snapshot()[.limit] == 3)
        #expect(client.snapshot().details(of: .limit).origin.kind == .override)
        #expect(client.allFlags == ["limit": 3, "search": true])
        // The client's own value may change meanwhile; no one in here notices.
        provider.set(.limit, 2)
        await client.shutdown()
        #expect(await values.next() == nil)
    }

    @Test("child tasks and new tasks see a declared flag, a detached task does not", .flags([.limit: 3]))
    func tasks() async {
        let client = await makeClient(["limit": 1])
        async let child = client[.limit]
        #expect(await child == 3)
        #expect(await Task { client[.limit] }.value == 3)
        #expect(await Task.detached { client[.limit] }.value == 1)
    }

    @Test("is counted for the app's sinks, for each client by itself, and not for a provider's", .flags([.limit: 3]))
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

@Suite("Flags of a suite", .flags(.set(.newNav, true), .set(.limit, 3)))
struct FlagSuiteTests {
    @Test("hold for each of its tests")
    func inherited() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(client[.limit] == 3)
    }

    @Test("give way to those of a test, flag by flag", .flags([.limit: 4]))
    func inner() async {
        let client = await makeClient()
        #expect(client[.newNav])
        #expect(client[.limit] == 4)
        withFlags(.set(.limit, 5)) { #expect(client[.limit] == 5) }
        #expect(client[.limit] == 4)
        #expect(client.allFlags == ["new-nav": true, "limit": 4])
    }

    @Suite("An inner suite", .flags([.limit: 6]))
    struct Inner {
        @Test("has the flags of both")
        func both() async {
            let client = await makeClient()
            #expect(client[.newNav])
            #expect(client[.limit] == 6)
        }
    }
}
