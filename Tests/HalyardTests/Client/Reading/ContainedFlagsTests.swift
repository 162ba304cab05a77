// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@Suite("FlagSnapshot: contains")
struct ContainedFlagsTests {
    private let time = ManualTime()  // 2026-01-01T00:00:00Z

    @Test("Finds the provider's flags, including flags without a value")
    func providerFlags() async {
        let provider = InMemoryFlagProvider(["limit": 1, "nothing": .null])
        provider.set("broken", definition: .init(error: FlagError(.parseError, "no")))
        let client = FlagClient(provider: provider, options: .manual(time))
        #expect(!client.snapshot().contains("limit"))
        await client.start()
        let snapshot = client.snapshot()
        #expect(["limit", "nothing", "broken", "missing"].map(snapshot.contains) == [true, true, true, false])
        await client.shutdown()
        #expect(!client.snapshot().contains("limit"))
        #expect(snapshot.contains("limit"))
    }

    @Test("Counts no read, and reports no unknown key")
    func counts() async {
        let sink = RecordingSink(interest: .every)
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), at: time, sinks: [sink])
        #expect(client.snapshot().contains("limit"))
        #expect(!client.snapshot().contains("limits"))
        _ = client[.limit]
        await client.flush()
        #expect(sink.readCounts == ["limit": 1])
        #expect(sink.evaluations.map(\.key) == ["limit"])
        #expect(client.diagnostics.recent == [])
    }

    @Test("Finds overrides, and the kill switch until it expires")
    func layers() async {
        let files = InMemoryFileSystem()
        files.write(
            #"{"killSwitch": 1, "expires": "2026-01-01T01:00:00Z", "flags": {"killed": false}}"#, to: "kill.json")
        let client = await FlagClient.serving(InMemoryFlagProvider(), at: time) {
            $0.overrides.allowedInRelease = true
            $0.killSwitch = .file("kill.json", refresh: .seconds(30), files: files)
        }
        client.overrides.set("forced", true)
        let snapshot = client.snapshot()
        #expect(["killed", "forced", "other"].map(snapshot.contains) == [true, true, false])
        time.advance(by: .seconds(3600))
        #expect(["killed", "forced"].map(snapshot.contains) == [false, true])
    }

    @Test("Finds test overrides")
    func scope() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(), at: time)
        withFlags(["scoped": true]) { #expect(client.snapshot().contains("scoped")) }
        #expect(!client.snapshot().contains("scoped"))
    }

    @Test("Doesn't find expired flags")
    func expiry() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual(time))
        let run = await provider.start(client)
        var flagSet = run.snapshot(["limit": 1], provider: "scripted")
        flagSet.expiresAt = time.now + .seconds(60)
        run.channel.publish(.ready(flagSet))
        #expect(client.snapshot().contains("limit"))
        time.advance(by: .seconds(60))
        #expect(!client.snapshot().contains("limit"))
    }

    @Test("Doesn't find a flag that is off because its source doesn't list it")
    func unlisted() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual(time))
        let run = await provider.start(client)
        var flagSet = run.snapshot(["on": true], provider: "scripted")
        flagSet.missingFlags = .off
        run.channel.publish(.ready(flagSet))
        #expect(["on", "off"].map(client.snapshot().contains) == [true, false])
    }

    @Test("Evaluates rules for the snapshot's context")
    func contexts() async {
        let rules = InMemoryFlagProvider(["gold-only"]) { $0["plan"] == "gold" ? ["gold-only": true] : [:] }
        let client = await FlagClient.serving(rules, at: time)
        #expect(client.snapshot(for: .user("ada", ["plan": "gold"])).contains("gold-only"))
        #expect(!client.snapshot(for: .user("grace")).contains("gold-only"))
    }
}
