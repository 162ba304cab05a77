// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardTesting
import Testing
import enum TestSupport.Repository

extension FlagKey where Value == Int {
    static let pageSize = FlagKey("page-size", default: 20)
}

/// An app's screen, which the samples test.
struct Catalogue: Sendable {
    let flags: FlagClient

    var tabs: [String] { flags[.newNav] ? ["home", "search", "you"] : ["menu"] }
    var rows: Int { flags[.plan] == .gold ? 2 * flags[.pageSize] : flags[.pageSize] }

    func buy() { flags.track("checkout", metric: 49.90) }
}

private let app = FlagClient(provider: InMemoryFlagProvider(["new-nav": false, "page-size": 20]))

@Suite("Guide samples: flags trait")
struct TraitSnippets {
    @Test(.flags([.newNav: true]))
    func newNavigationShowsTabs() {
        #expect(Catalogue(flags: app).tabs == ["home", "search", "you"])
    }

    @Test(.flags(.set(.plan, .gold), .set(.pageSize, 10)))
    func goldShowsTwiceAsMuch() {
        #expect(Catalogue(flags: app).rows == 20)
    }

    @Test(.flags(["page-size": 5]))
    func namesDoAsWell() {
        #expect(Catalogue(flags: app).rows == 5)
    }

    @Test
    func partOfATest() {
        let catalogue = Catalogue(flags: app)
        withFlags(.set(.newNav, true)) {
            #expect(catalogue.tabs.count == 3)
        }
        #expect(catalogue.tabs.count == 1)
    }

    @Test(.flags([.pageSize: 5]))
    func reach() async {
        let flags = app
        #expect(await Task { flags[.pageSize] }.value == 5)
        #expect(await Task.detached { flags[.pageSize] }.value == 20)
    }
}

@Suite(.flags([.newNav: true], undeclared: .fail))
struct NavigationTests {
    @Test(.flags([.pageSize: 10]))
    func declaresWhatItReads() {
        let catalogue = Catalogue(flags: app)
        #expect(catalogue.tabs.count == 3)
        withFlags(.set(.plan, .free)) {
            #expect(catalogue.rows == 10)
        }
    }
}

@Suite("Guide samples: flag combinations")
struct MatrixSnippets {
    @Test(arguments: FlagOverrides.matrix(.all(.newNav), .all(.plan), .values(.pageSize, [1, 50])))
    func everyCombinationFits(_ combination: FlagOverrides) {
        withFlags(combination) {
            let catalogue = Catalogue(flags: app)
            #expect(catalogue.tabs.count <= 3)
            #expect(catalogue.rows <= 100)
        }
    }
}

@Suite("Guide samples: test clients")
struct ClientSnippets {
    @Test("Serves flags from a bootstrap file")
    func bootstrap() async {
        let file = Repository.path("Examples/QuickStart/Flags/plain.json").path(percentEncoded: false)
        let flags = FlagClient(provider: BootstrapProvider(.file(file)))
        await flags.start()
        #expect(Catalogue(flags: flags).tabs.count == 3)
    }

    @Test("Simulates a slow, recovered, and failed service")
    func provider() async throws {
        let provider = TestProvider(["new-nav": true])
        provider.hold()
        let flags = FlagClient(provider: provider)
        async let start = flags.start()
        _ = try await provider.nextRequest()
        #expect(flags.status == .notReady)  // the app shows its loading state

        provider.answer()
        #expect(await start == .ready)
        provider.set(.newNav, false)  // visible when the call returns
        #expect(Catalogue(flags: flags).tabs == ["menu"])

        provider.fail(FlagError(.general, "The service responded with status 503."))
        #expect(flags.status == .stale)  // the flags stay
        provider.goStale()
        #expect(flags.status == .stale)
    }

    @Test("Ends a start when the test advances the clock")
    func time() async {
        let time = ManualTime()
        var options = FlagClient.Options()
        options.time = time
        let provider = TestProvider()
        provider.hold()
        let flags = FlagClient(provider: provider, options: options)
        async let start = flags.start(within: .seconds(2))
        await time.untilSleeping()
        time.advance(by: .seconds(2))
        #expect(
            await start == .defaults(FlagError(.providerNotReady, "The provider didn't respond within 2.0 seconds.")))
    }

    @Test("Records the reads and tracking events of an app")
    func sink() async {
        let sink = RecordingSink()
        let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]), sinks: [sink])
        await flags.start()
        let catalogue = Catalogue(flags: flags)
        _ = catalogue.tabs
        catalogue.buy()
        await flags.flush()
        #expect(sink.reads(of: .newNav) == 1)
        #expect(sink.trackingEvents.map(\.name) == ["checkout"])
    }
}
