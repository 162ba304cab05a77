// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import Testing
import TestSupport

@Suite("FlagClient: reading")
struct FlagClientReadingTests {
    @Test("Reads values of every type by typed key and by name")
    func readsEveryType() async {
        let flags = await FlagClient.serving(
            InMemoryFlagProvider([
                "new-nav": true, "limit": 250, "greeting": "ahoy", "plan": "gold", "ratio": 0.5,
                "theme": ["accent": "#2a6f97", "sizes": [1, 2]], "countries": ["NO", "NL"],
                "weights": ["a": 1, "b": 2],
            ]))
        #expect(flags[.newNav] == true)
        #expect(flags[.limit] == 250)
        #expect(flags[.greeting] == "ahoy")
        #expect(flags[.plan] == .gold)
        #expect(flags[.theme] == Theme(accent: "#2a6f97", sizes: [1, 2]))
        #expect(flags.bool("new-nav", default: false) == true)
        #expect(flags.int("limit", default: 0) == 250)
        #expect(flags.double("ratio", default: 0) == 0.5)
        #expect(flags.double("limit", default: 0) == 250)
        #expect(flags.string("greeting", default: "") == "ahoy")
        #expect(flags.array("countries", default: [String]()) == ["NO", "NL"])
        #expect(flags.dictionary("weights", default: [String: Int]()) == ["a": 1, "b": 2])
        #expect(
            flags.decoded("theme", default: Theme(accent: "", sizes: [])) == Theme(accent: "#2a6f97", sizes: [1, 2]))
        #expect(flags.json("weights") == ["a": 1, "b": 2])
        #expect(flags[FlagKey<Int?>("limit", default: nil)] == 250)
        #expect(flags[FlagKey<Int?>("missing", default: nil)] == nil)
    }

    @Test("Returns strings of any length, and counts each read once", arguments: [3, 15, 16, 1024, 1025, 100_000])
    func textLengths(length: Int) async {
        let sink = RecordingSink()
        let text = String(repeating: "x", count: length)
        let flags = await FlagClient.serving(InMemoryFlagProvider(["greeting": .string(text)]), sinks: [sink])
        for _ in 1...5 { #expect(flags[.greeting] == text) }
        await flags.shutdown()
        #expect(sink.readCounts == ["greeting": 5])
    }

    @Test(
        "Returns the default with a type mismatch for unsuitable values",
        arguments: [
            ("limit", FlagValue.string("250")), ("limit", 2.5), ("limit", .double(1e300)), ("limit", true),
            ("limit", ["a"]), ("limit", ["a": 1]), ("limit", .double(9_223_372_036_854_775_808)),
        ] as [(String, FlagValue)])
    func mismatch(key: String, value: FlagValue) async {
        let flags = await FlagClient.serving(InMemoryFlagProvider([key: value]))
        #expect(flags[.limit] == 10)
        let details = flags.details(of: .limit)
        #expect(details.value == 10)
        #expect(details.error?.code == .typeMismatch)
        #expect(details.reason == .error)
        #expect(details.variant == nil)
        #expect(details.origin == .default)
    }

    @Test("Reports unknown cases and undecodable structures as type mismatches")
    func mismatchOfEnumAndStructure() async {
        let flags = await FlagClient.serving(
            InMemoryFlagProvider(["plan": "platinum", "theme": ["accent": 1, "sizes": []]]))
        #expect(flags[.plan] == .free)
        #expect(flags.details(of: .plan).error?.code == .typeMismatch)
        #expect(flags[.theme] == Theme(accent: "grey", sizes: []))
        #expect(flags.details(of: .theme).error?.code == .typeMismatch)
    }

    @Test("Returns the default with an error for a missing flag")
    func missing() async {
        let details = await FlagClient.serving(InMemoryFlagProvider([:])).details(of: .onByDefault)
        #expect(details.value == true)
        #expect(
            details.error
                == FlagError(
                    .flagNotFound,
                    "The provider 'memory' has no flag 'on-by-default'. Check the flag key, or create the flag."))
        #expect(details.reason == .error)
        #expect(details.provider == nil)
        #expect(details.age == nil)
    }

    @Test("Returns the default without an error for a flag without a value")
    func nullValue() async {
        let details = await FlagClient.serving(InMemoryFlagProvider(["limit": .null])).details(of: .limit)
        #expect(details.value == 10)
        #expect(details.error == nil)
        #expect(details.reason == .default)
        #expect(details.provider == "memory")
    }

    @Test("Returns details with variant, reason, version, metadata, and age")
    func details() async {
        let time = ManualTime(now: Instant(millisecondsSinceEpoch: 60_000))
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual(time))
        async let start = client.start()
        let run = await provider.nextRun()
        let flag = EvaluatedFlag(
            "new-nav", true, variant: "on", version: 7, reason: .targetingMatch, metadata: ["rule": "gold"],
            origin: Origin(.network, provider: "scripted"))
        run.channel.publish(
            .ready(FlagSet([flag], for: .anonymous, confirmedAt: Instant(millisecondsSinceEpoch: 15_000))))
        #expect(await start == .ready)
        let details = client.details(of: .newNav)
        #expect(details.description == "new-nav = true (on, TARGETING_MATCH, network: scripted)")
        #expect(details.version == 7)
        #expect(details.metadata == ["rule": "gold"])
        #expect(details.age == .seconds(45))
    }

    @Test("Reads a flag with a payload as a Boolean and as the payload")
    func variantPayload() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        async let start = client.start()
        let origin = Origin(.network, provider: "scripted")
        await provider.nextRun().answer([
            EvaluatedFlag("greeting", true, variantValue: "ahoy", variant: "sea", origin: origin),
            EvaluatedFlag("limit", false, variantValue: .null, reason: .disabled, origin: origin),
        ])
        #expect(await start == .ready)
        #expect(client.bool("greeting", default: false) == true)
        #expect(client[.greeting] == "ahoy")
        #expect(client.details(of: .greeting).variant == "sea")
        #expect(client.details(of: .limit).reason == .disabled)
        #expect(client[.limit] == 10)
        #expect(client.details(of: FlagKey("greeting", default: 1)).error?.code == .typeMismatch)
    }

    @Test("Treats an unlisted flag as off if only enabled flags are listed")
    func absenceIsOff() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        async let start = client.start()
        let run = await provider.nextRun()
        #expect(client[.onByDefault] == true, "not ready yet: the default")
        run.channel.publish(
            .ready(
                FlagSet([], for: .anonymous, confirmedAt: Instant(millisecondsSinceEpoch: 0), missingFlags: .off)))
        #expect(await start == .ready)
        #expect(client[.onByDefault] == false)
        let details = client.details(of: .onByDefault)
        #expect(details.reason == .disabled)
        #expect(details.error == nil)
        #expect(details.metadata == ["absent": true])
        #expect(client[.limit] == 10)
    }

    @Test("Keeps a view's values when the client's flags change")
    func consistentView() async {
        let provider = InMemoryFlagProvider(["new-nav": false, "limit": 1])
        let client = await FlagClient.serving(provider)
        let view = client.snapshot()
        provider.set(.newNav, true)
        provider.set(.limit, 2)
        #expect(view[.newNav] == false)
        #expect(view[.limit] == 1)
        #expect(view.allFlags == ["new-nav": false, "limit": 1])
        #expect(client[.newNav] == true)
        #expect(client[.limit] == 2)
    }

    @Test("Omits flags without a value from allFlags")
    func allFlags() async {
        let flags = await FlagClient.serving(InMemoryFlagProvider(["a": 1, "b": .null, "c": "x"]))
        #expect(flags.allFlags == ["a": 1, "c": "x"])
    }

    @Test("Keeps several clients independent")
    func independentClients() async {
        let one = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]))
        let two = await FlagClient.serving(InMemoryFlagProvider(["limit": 2]))
        #expect(one[.limit] == 1)
        #expect(two[.limit] == 2)
        await one.shutdown()
        #expect(one[.limit] == 10)
        #expect(two[.limit] == 2)
    }

    @Test("Reads enumerations in optionals and arrays, and checks integer ranges")
    func enumerations() async {
        enum Size: String, FlagValueConvertible { case small, large }
        enum Level: Int, Codable, Sendable { case low = 1, high }
        let flags = await FlagClient.serving(
            InMemoryFlagProvider(["plan": "gold", "sizes": ["small", "large"], "level": 2, "byte": 300, "big": 7]))
        #expect(flags[FlagKey<Plan?>("plan", default: nil)] == .gold)
        #expect(flags[FlagKey<Plan?>("missing", default: nil)] == nil)
        #expect(flags[FlagKey<[Size]>("sizes", default: [])] == [.small, .large])
        #expect(flags.array("sizes", default: [Size.small]) == [.small, .large])
        #expect(flags[FlagKey("size", default: Size.small)] == .small)
        #expect(flags[FlagKey("level", default: Level.low)] == .high)
        #expect(flags[FlagKey("byte", default: UInt8(1))] == 1)
        #expect(flags.details(of: FlagKey("byte", default: UInt8(1))).error?.code == .typeMismatch)
        #expect(flags[FlagKey("big", default: UInt64(1))] == 7)
    }
}
