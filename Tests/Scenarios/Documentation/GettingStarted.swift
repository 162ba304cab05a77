// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardFoundation
import HalyardTesting
import Testing

enum Plan: String, Sendable, CaseIterable {
    case free
    case gold
}

struct Theme: Decodable, Sendable {
    var accent: String
}

extension FlagKey where Value == Plan {
    static let plan = FlagKey("plan", default: .free)
}

extension FlagKey where Value == Theme {
    static let theme = FlagKey("theme", default: Theme(accent: "grey"))
}

@Suite("Guide samples: getting started")
struct GettingStartedTests {
    @Test("Returns in-memory flags for every kind of key")
    func reading() async {
        let provider = InMemoryFlagProvider(["new-nav": true, "plan": "gold", "theme": ["accent": "blue"]])
        let flags = FlagClient(provider: provider, context: .user("c3b155b0"))
        await flags.start(within: .seconds(2))
        let isNew = flags[.newNav]
        let plan = flags[.plan]
        let accent = flags[.theme].accent
        #expect(isNew)
        #expect(plan == .gold)
        #expect(accent == "blue")

        provider.set(.newNav, false)
        #expect(flags[.newNav] == false)
    }

    @Test("Decodes a date with a key's custom form")
    func form() async {
        let ends = FlagKey(
            "ends", default: Date.distantFuture, decoder: FlagValueDecoder(forms: [.datesInMilliseconds]))
        let flags = FlagClient(provider: InMemoryFlagProvider(["ends": 1_795_000_000_000]))
        await flags.start(within: .seconds(2))
        #expect(flags[ends] == Date(timeIntervalSince1970: 1_795_000_000))
    }

    @Test("Returns consistent values from a snapshot")
    func view() async {
        let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true, "plan": "gold"]))
        await flags.start(within: .seconds(2))
        let snapshot = flags.snapshot()
        if snapshot[.newNav], snapshot[.plan] == .gold { print("both are of one moment") }
        #expect(snapshot[.plan] == .gold)
    }

    @Test("Returns the result of a start")
    func start() async {
        let flags = FlagClient(provider: InMemoryFlagProvider())
        switch await flags.start(within: .seconds(2)) {
        case .ready: print("the provider's flags are in place")
        case .cached(let error): print("older flags are served: \(error)")
        case .defaults(let error): print("defaults are served: \(error)")
        }
        #expect(flags.status == .ready)
    }

    @Test("Waits for the first flags, and clears them on a context change")
    func patience() async {
        let provider = TestProvider(["new-nav": true])
        var options = FlagClient.Options()
        options.contextChange = .clearFlags
        let flags = FlagClient(provider: provider, context: .user("ann"), options: options)
        await flags.start(within: .seconds(30), until: .firstFlags)
        #expect(flags[.newNav])
        provider.hold()
        await flags.setContext(.user("bob"), within: .zero)
        #expect(!flags[.newNav])
    }

    @Test("Passes diagnostics to a handler")
    func diagnostics() async throws {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        @Sendable func print(_ diagnostic: Diagnostic) { line.yield("\(diagnostic)") }
        let provider = InMemoryFlagProvider(["new-nav": true])
        var options = FlagClient.Options()
        options.diagnosticHandler = { print($0) }
        let flags = FlagClient(provider: provider, options: options)
        flags.track("bought")
        var heard = lines.makeAsyncIterator()
        #expect(try #require(await heard.next()).hasPrefix("warning: bought: The event is discarded"))
    }

    @Test("Explains the value of a flag")
    func explaining() async {
        let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]))
        await flags.start(within: .seconds(2))
        print(flags.explain(.newNav))  // the layers that were asked, one line each
        let report = flags.explain(.newNav).json  // the same for a bug report
        #expect(report["value"] == true)
    }
}
