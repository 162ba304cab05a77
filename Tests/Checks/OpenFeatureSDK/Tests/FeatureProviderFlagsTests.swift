// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import OpenFeature
import OpenFeatureAdapters
import TestSupport
import Testing

extension FlagKey where Value == Bool {
    fileprivate static let newNav = FlagKey("new-nav", default: false)
}

extension FlagKey where Value == Int {
    fileprivate static let limit = FlagKey("limit", default: 10)
}

extension FlagKey where Value == FlagValue {
    fileprivate static let banner = FlagKey("banner", default: .null)
}

@Suite("FeatureProviderFlags")
struct FeatureProviderFlagsTests {
    private let vendor = VendorProvider([
        "new-nav": .boolean(true), "limit": .integer(3), "banner": .structure(["title": .string("Hi")]),
    ])
    private let declarations: [FeatureProviderFlags.Declaration] = [.flag(.newNav), .flag(.limit), .flag(.banner)]

    private func makeClient() -> FlagClient {
        FlagClient(provider: FeatureProviderFlags(vendor, declarations), context: .user("ada"))
    }

    @Test("Keeps the contract of a provider")
    func conformance() async {
        await ProviderConformance { [declarations] in
            FeatureProviderFlags(
                VendorProvider(["new-nav": .boolean(true), "limit": .integer(3), "banner": .list([])]), declarations)
        }.expectConformance()
    }

    @Test("Evaluates each declared flag once at the start, for each context, and for each change")
    func cost() async {
        let flags = makeClient()
        #expect(await flags.start() == .ready)
        #expect(flags[.newNav])
        #expect(flags[.limit] == 3)
        #expect(vendor.contexts == ["initialize ada"])
        #expect(vendor.evaluations == ["new-nav", "limit", "banner"])
        #expect(await flags.setContext(.user("grace")) == .completed)
        #expect(vendor.contexts == ["initialize ada", "ada -> grace"])
        #expect(vendor.evaluations.count == 6)
        var limits = flags.values(of: .limit).makeAsyncIterator()
        #expect(await limits.next() == 3)
        vendor.set("limit", .integer(4))
        #expect(await limits.next() == 4)
        #expect(vendor.evaluations.count == 9)
        #expect(await flags.refresh() == .completed)
        #expect(vendor.evaluations.count == 12)
        #expect(vendor.contexts.count == 2)
        print(
            "evaluations at the vendor: 3 declared flags, 1 start, 1 context, 1 change, 1 refresh: \(vendor.evaluations.count)"
        )
    }

    @Test("Passes on the variant, the reason, and the metadata")
    func details() async {
        let flags = makeClient()
        await flags.start()
        let details = flags.details(of: .newNav)
        #expect(details.variant == "v")
        #expect(details.reason == .targetingMatch)
        #expect(details.metadata == ["team": "growth"])
        #expect(details.origin == Origin(.network, provider: "vendor"))
        #expect(flags[.banner] == ["title": "Hi"])
    }

    @Test("Treats a missing flag as missing, and an error as an error")
    func errors() async {
        vendor.set("limit", .string("many"))
        vendor.set("new-nav", nil)
        let flags = makeClient()
        await flags.start()
        #expect(flags.details(of: .newNav).error?.code == .flagNotFound)
        #expect(flags.details(of: .limit).error == FlagError(.typeMismatch, "another type"))
    }

    @Test("Serves the default value of a flag that the vendor silently doesn't have")
    func echoedDefaults() async {
        let vendor = VendorProvider([:], reportsMissingFlags: false)
        let flags = FlagClient(provider: FeatureProviderFlags(vendor, declarations))
        await flags.start()
        #expect(flags.allFlags == ["new-nav": false, "limit": 10])
        #expect(vendor.evaluations == ["new-nav", "limit", "banner"])
    }

    @Test("Follows the vendor's status")
    func status() async {
        let flags = makeClient()
        await flags.start()
        vendor.send(.stale(ProviderEventDetails(message: "old")))
        await flags.until { $0.status == .stale && $0.error?.message == "old" }
        #expect(flags[.limit] == 3)
        vendor.send(.ready())
        await flags.until { $0.status == .ready }
        vendor.send(.error(ProviderEventDetails(message: "down", errorCode: .general)))
        await flags.until { $0.error == FlagError(.general, "down") }
        #expect(flags[.limit] == 3)
        vendor.send(.error(ProviderEventDetails(message: "gone", errorCode: .providerFatal)))
        await flags.until { $0.error == FlagError(.providerFatal, "gone") }
    }

    @Test("Keeps the flags while the client is offline")
    func offline() async {
        let flags = makeClient()
        await flags.start()
        let before = vendor.evaluations.count
        await flags.setOnline(false)
        #expect(flags.status == .stale)
        vendor.set("limit", .integer(9))
        #expect(flags[.limit] == 3)
        #expect(vendor.evaluations.count == before)
        await flags.setOnline(true)
        #expect(flags[.limit] == 9)
    }

    @Test("Ends its run although the vendor doesn't complete a context change")
    func heldContext() async {
        let flags = makeClient()
        await flags.start()
        vendor.holdContext()
        #expect(await flags.setContext(.user("grace"), within: .zero) == .timedOut)
        await until { vendor.contexts.count == 2 }
        let before = vendor.evaluations.count
        await flags.shutdown(within: .seconds(600))
        #expect(vendor.evaluations.count == before)
    }

    @Test("Sets the context again when a run is canceled before the vendor completes the change")
    func canceledContext() async {
        let flags = makeClient()
        await flags.start()
        vendor.holdContext()
        #expect(await flags.setContext(.user("grace"), within: .zero) == .timedOut)
        await until { vendor.contexts.count == 2 }
        vendor.releaseContext()
        #expect(await flags.refresh() == .completed)
        #expect(vendor.contexts == ["initialize ada", "ada -> grace", "ada -> grace"])
        await flags.shutdown(within: .seconds(600))
    }

    @Test("Compares the vendor's flags with a provider's own")
    func parity() async throws {
        vendor.set("new-nav", .boolean(false))
        let new = InMemoryFlagProvider(
            ["new-nav": true, "limit": 3, "banner": ["title": "Hi"], "added": 1], name: "new")
        let old = FeatureProviderFlags(vendor, declarations, name: "old")
        let both = try CombinedProvider("both", [.init(new), .init(old)], strategy: .comparison(primary: "new"))
        let flags = FlagClient(provider: both, context: .user("ada"))
        #expect(await flags.start() == .ready)
        #expect(flags[.newNav])
        let report = both.parity
        print(report)
        #expect("\(report)".contains("new-nav"))
        #expect(vendor.evaluations.count == 3)
    }

    @Test("Serves the SDK again through the other adapter")
    func roundTrip() async {
        let api = OpenFeatureAPI()
        await api.setProviderAndWait(
            provider: HalyardFeatureProvider(makeClient()), initialContext: ImmutableContext(targetingKey: "ada"))
        let details = api.getClient().getDetails(key: "limit", defaultValue: Int64(0))
        #expect(details.value == 3)
        #expect(details.reason == Reason.targetingMatch.rawValue)
        #expect(vendor.contexts == ["initialize ada"])
    }
}
