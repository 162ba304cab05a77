// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash impressions")
struct UnleashImpressionTests {
    private static let flags = Wire.flags(
        #"{"toggles":[{"name":"quiet","enabled":true},{"name":"loud","enabled":true,"impressionData":true,"#
            + #""variant":{"name":"b","enabled":true,"payload":{"type":"string","value":"blue"}}}]}"#)

    private func impressions(
        _ count: Int, for context: EvaluationContext = .user("ann"),
        _ change: (inout UnleashOptions) -> Void = { _ in }, reading read: (FlagClient) async -> Void
    ) async throws -> [UnleashImpression] {
        let stage = try UnleashStage(Self.flags)
        defer { stage.server.stop() }
        let provider = try stage.provider(change)
        let impressions = provider.impressions
        let client = FlagClient(provider: provider, context: context, options: .manual(stage.time))
        await client.start()
        await read(client)
        var seen: [UnleashImpression] = []
        for await impression in impressions {
            seen.append(impression)
            if seen.count == count { break }
        }
        await client.shutdown()
        return seen
    }

    private static let context = UnleashContext(
        userId: "ann", sessionId: "4711", appName: "halyard", environment: "default", properties: ["plan": "gold"])

    @Test("Sends an impression for each read of a flag with impression data")
    func flagged() async throws {
        let seen = try await impressions(2, for: .user("ann", ["plan": "gold"])) { client in
            _ = client.bool("quiet", default: false)
            _ = client.bool("unknown", default: false)
            _ = client.bool("loud", default: false)
            _ = client.string("loud", default: "")
        }
        let time = Instant(millisecondsSinceEpoch: 1_767_225_600_000)
        try #require(seen.count == 2)
        #expect(Set(seen.map(\.eventId)).count == 2)
        #expect(seen.allSatisfy { $0.eventId.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12] })
        #expect(
            seen == [
                UnleashImpression(
                    eventId: seen[0].eventId, kind: .isEnabled, featureName: "loud",
                    isEnabled: true, impressionData: true, context: Self.context, time: time),
                UnleashImpression(
                    eventId: seen[1].eventId, kind: .getVariant, featureName: "loud", isEnabled: true, variant: "b",
                    impressionData: true, context: Self.context, time: time),
            ])
    }

    @Test("Includes flags without impression data and unknown flags if set to all")
    func all() async throws {
        let seen = try await impressions(3, { $0.impressions = .all }) { client in
            _ = client.bool("quiet", default: false)
            _ = client.bool("unknown", default: true)
            _ = client.string("quiet", default: "")
        }
        #expect(seen.map(\.featureName) == ["quiet", "unknown", "quiet"])
        #expect(seen.map(\.isEnabled) == [true, false, true])
        #expect(seen.map(\.impressionData) == [false, nil, false])
        #expect(seen.map(\.kind) == [.isEnabled, .isEnabled, .getVariant])
        #expect(seen.map(\.variant) == [nil, nil, "disabled"])
    }

    @Test("Counts and reports impressions that a slow reader loses")
    func losses() async throws {
        let stage = try UnleashStage(Self.flags)
        defer { stage.server.stop() }
        let provider = try stage.provider { _ in }
        let slow = provider.impressions
        let client = FlagClient(provider: provider, context: .user("ann"), options: .manual(stage.time))
        await client.start()
        for _ in 0..<1007 { _ = client.bool("loud", default: false) }
        await client.flush()
        let diagnostic =
            "warning: Impressions dropped: 7, the oldest. At most 1000 can wait for a reader. "
            + "Read impressions faster, or use an event sink of the client."
        #expect(client.diagnostics.recent.map(\.description).filter { $0 == diagnostic }.count == 1)
        var count = 0
        for await _ in slow {
            count += 1
            if count == 1000 { break }
        }
        await client.shutdown()
        #expect(client.diagnostics.recent.map(\.description).filter { $0 == diagnostic }.count == 1)
    }

    @Test("Contains the context of the read, without private attributes")
    func context() async throws {
        let context = EvaluationContext.user("ann", ["plan": "gold", "email": "a@example.com"]).keepingPrivate("email")
        let seen = try await impressions(2, for: context) { client in
            _ = client.bool("loud", default: false)
            await client.setContext(.user("bob"))
            _ = client.bool("loud", default: false)
        }
        #expect(seen.first?.context == Self.context)
        #expect(seen.last?.context.userId == "bob")
    }

    @Test("Omits attributes that mapping rules mark as private")
    func privateByRule() async throws {
        let stage = try UnleashStage(Self.flags)
        defer { stage.server.stop() }
        let rules = MappingRules(hash: ["device"], rename: ["mail": "email"], private: ["email"])
        let provider = try UnleashProvider(
            stage.options(), mapper: UnleashContextMapper(appName: "halyard", environment: "default", rules: rules),
            store: InMemoryFlagStore(), time: stage.time)
        var impressions = provider.impressions.makeAsyncIterator()
        let client = stage.client(provider, for: .user("ann", ["mail": "a@example.com", "device": "d"]))
        await client.start()
        _ = client.bool("loud", default: false)
        let hash = "18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4"
        #expect(await impressions.next()?.context.properties == ["device": hash])
        #expect(
            stage.server.requests.first?.target.hasSuffix(
                "&properties%5Bdevice%5D=\(hash)&properties%5Bemail%5D=a%40example.com") == true)
        await client.shutdown()
    }

    @Test("Reaches custom sinks, and only with consent")
    func sinks() async throws {
        let stage = try UnleashStage(Self.flags)
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let sink = HalyardTesting.RecordingSink()
        let client = FlagClient(provider: provider, sinks: [sink], options: .manual(stage.time))
        var impressions = provider.impressions.makeAsyncIterator()
        await client.start()
        client.setEventsEnabled(false)
        _ = client.bool("loud", default: false)
        client.setEventsEnabled(true)
        _ = client.string("loud", default: "")
        let first = await impressions.next()
        #expect(first?.kind == .getVariant)
        await client.flush()
        #expect(sink.evaluations.map(\.key) == ["loud"])
        await client.shutdown()
    }
}
