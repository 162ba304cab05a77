// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import Testing
import TestSupport

/// Tests for reads by vendor client APIs, which return a flag and count one read.
@Suite("Facet reads")
struct ReadTargetTests {
    /// Returns the sink's evaluations and counts while a client with one flag is read.
    private func heard(
        _ reporting: EvaluatedFlag.Reporting = [], interest: SinkCapabilities.Interest = .flagged,
        isAnswered: Bool = true,
        _ read: (FlagClient) -> Void
    ) async -> [String] {
        let sink = RecordingSink(interest: interest)
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, sinks: [sink], options: .manual())
        let start = Task { await client.start() }
        let run = await provider.nextRun()
        let flag = EvaluatedFlag(
            "a", true, variantValue: "blue", variant: "b", origin: Origin(.network, provider: "scripted"),
            reporting: reporting)
        if isAnswered {
            run.channel.publish(.ready(FlagSet(FlagTable([flag]), for: run.request.context, missingFlags: .off)))
        } else {
            run.fail(FlagError(.general, "no network"))
        }
        _ = await start.value
        read(client)
        await client.flush()
        await client.shutdown()
        return sink.lines.filter { $0.hasPrefix("evaluated") || $0.hasPrefix("counted") }
    }

    @Test("Counts reads by target, but not a lookup without a target")
    func found() async {
        let lines = await heard { client in
            #expect(client.flag("a")?.variant == "b")
            #expect(client.flag("a", reading: .value, defaultValue: false)?.value == true)
            for _ in 1...2 { #expect(client.flag("a", reading: .payload, defaultValue: .null)?.variantValue == "blue") }
        }
        #expect(lines == ["counted for user:anonymous: a=true/false x1+2"])
    }

    @Test("Counts a missing flag by target and by reason")
    func absent() async {
        let lines = await heard { client in
            #expect(client.flag("x", reading: .value, defaultValue: false) == nil)
            #expect(client.flag("x", reading: .payload, defaultValue: .null) == nil)
        }
        #expect(lines == ["counted for user:anonymous: x=null/false x1+1"])
        let unanswered = await heard(isAnswered: false) { client in
            #expect(client.flag("x", reading: .payload, defaultValue: false) == nil)
        }
        #expect(unanswered == ["counted for user:anonymous: x=null/false x0+1 GENERAL"])
    }

    @Test("Sends an event with the target's value or the default for each read")
    func events() async {
        let lines = await heard(.each) { client in
            _ = client.flag("a", reading: .value, defaultValue: false)
            _ = client.flag("a", reading: .payload, defaultValue: .null)
        }
        #expect(
            lines == [
                "evaluated a = true value ok", "evaluated a = \"blue\" payload ok",
                "counted for user:anonymous: a=true/false x1+1",
            ])
        let every = await heard(interest: .every) { client in _ = client.flag("x", reading: .payload, defaultValue: 7) }
        #expect(every == ["evaluated x = 7 payload ok", "counted for user:anonymous: x=null/7 x0+1"])
    }
}
