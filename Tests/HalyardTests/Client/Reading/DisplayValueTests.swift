// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import TestSupport
import Testing

@Suite("FlagClient: display values")
struct DisplayValueTests {
    private let provider = InMemoryFlagProvider(
        definitions: [
            "limit": .init(variants: ["small": 1, "large": 9, "huge": 1], defaultVariant: "small"),
            "shout": .init("LOUD"),
        ])
    private let sink = RecordingSink(interest: .every)

    private func client(_ change: (inout FlagClient.Options) -> Void = { _ in }) async -> FlagClient {
        await FlagClient.serving(provider, for: .user("a"), sinks: [sink], change)
    }

    /// Returns the exposures.
    ///
    /// Flushes first, because a task might still be delivering the identify event.
    private func exposures(_ client: FlagClient) async -> [String] {
        await client.flush()
        return sink.lines.filter { $0.hasPrefix("evaluated") }
    }

    private func serve(_ variant: String) {
        provider.set(
            "limit",
            definition: .init(variants: ["small": 1, "large": 9, "huge": 1], defaultVariant: variant))
    }

    @Test("Counts 10,000 redraws as one read and one exposure")
    func redraws() async {
        let client = await client()
        for _ in 0..<10_000 { #expect(client.displayValue(of: .limit) == 1) }
        #expect(await exposures(client) == ["evaluated limit = 1 value ok"])
        #expect(sink.readCounts == ["limit": 1])
    }

    @Test("Sends an exposure once for each variant")
    func variations() async {
        let client = await client()
        #expect(client.displayValue(of: .limit) == 1)
        for variant in ["large", "small", "huge", "large"] {
            serve(variant)
            _ = client.displayValue(of: .limit)
        }
        // "huge" is another variant with the value of "small".
        #expect(
            await exposures(client) == [
                "evaluated limit = 1 value ok", "evaluated limit = 9 value ok", "evaluated limit = 1 value ok",
            ])
    }

    @Test("Remembers 10,000 displayed values, then counts earlier values again")
    func manyVariations() async {
        let provider = InMemoryFlagProvider(["number": 0])
        let sink = RecordingSink()
        let client = await FlagClient.serving(provider, for: .user("a"), sinks: [sink])
        func show(_ number: Int) {
            provider.set("number", .int(Int64(number)))
            _ = client.displayValue(of: FlagKey("number", default: -1))
        }
        func reads() async -> Int? {
            await client.flush()
            return sink.readCounts["number"]
        }
        for number in 0..<10_000 { show(number) }
        show(0)
        let all = await reads()
        #expect(all == 10_000)
        for number in [10_000, 0, 10_000, 0] { show(number) }
        let again = await reads()
        #expect(again == 10_002)
    }

    @Test("Sends no exposure for another version of the same variant")
    func version() async {
        let client = await client()
        #expect(client.displayValue(of: .limit) == 1)
        provider.replaceAll(with: ["limit": .init(variants: ["small": 1], defaultVariant: "small")])
        #expect(client.displayValue(of: .limit) == 1)
        #expect(await exposures(client).count == 1)
    }

    @Test("Sends an exposure again after each context change")
    func contexts() async {
        let client = await client()
        for key in ["a", "b", "a"] {
            await client.setContext(.user(key))
            for _ in 0..<3 { _ = client.displayValue(of: .limit) }
        }
        #expect(await exposures(client).count == 3)
    }

    @Test("Sends one event for a missing flag or a type mismatch")
    func failures() async {
        let client = await client()
        for _ in 0..<3 {
            #expect(client.displayValue(of: FlagKey("nowhere", default: 4)) == 4)
            #expect(client.displayValue(of: FlagKey("shout", default: 5)) == 5)
        }
        #expect(
            await exposures(client) == [
                "evaluated nowhere = 4 value FLAG_NOT_FOUND", "evaluated shout = 5 value TYPE_MISMATCH",
            ])
    }

    @Test("Sends separate exposures for a flag's value and payload")
    func facets() async {
        let provider = FixedProvider([
            EvaluatedFlag(
                "toggle", true, variantValue: "red", variant: "r", origin: Origin(.network, provider: "fixed"))
        ])
        let client = await FlagClient.serving(provider, sinks: [sink])
        for _ in 0..<3 {
            #expect(client.displayValue(of: FlagKey("toggle", default: false)))
            #expect(client.displayValue(of: FlagKey("toggle", default: "")) == "red")
        }
        #expect(
            await exposures(client) == ["evaluated toggle = true value ok", "evaluated toggle = \"red\" payload ok"])
    }

    @Test("Sends an exposure for a value shown again after consent")
    func consent() async {
        let client = await client { $0.eventsEnabled = false }
        #expect(client.displayValue(of: .limit) == 1)
        #expect(await exposures(client) == [])
        client.setEventsEnabled(true)
        for _ in 0..<3 { _ = client.displayValue(of: .limit) }
        #expect(await exposures(client) == ["evaluated limit = 1 value ok"])
    }

    @Test("Returns a test's own flags")
    func scope() async {
        let client = await client()
        let value = FlagScope(["limit": 7]).run { client.displayValue(of: .limit) }
        #expect(value == 7)
        #expect(client.displayValue(of: .limit) == 1)
    }

    @Test("Releases a context outside the lock if its attachment reads flags")
    func release() async {
        final class Reader: Sendable {
            let client: FlagClient
            init(_ client: FlagClient) { self.client = client }
            deinit { _ = client.displayValue(of: .limit) }
        }
        struct Attachment: ContextAttachment {
            let cacheKey = "reader"
            let reader: Reader
            static func == (left: Attachment, right: Attachment) -> Bool { left.reader === right.reader }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(reader)) }
        }
        let reading = await FlagClient.serving(InMemoryFlagProvider(["limit": 3]))
        let client = await client()
        await client.setContext(EvaluationContext.user("c").attaching(Attachment(reader: Reader(reading))))
        _ = client.displayValue(of: .limit)
        await client.setContext(.user("d"))
        #expect(client.displayValue(of: .limit) == 1)
    }
}
