// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("RecordedProvider")
struct RecordedProviderTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()
    private let files = MemoryFiles()

    private func goldClient(_ provider: any FlagProvider) -> FlagClient {
        FlagClient(provider: provider, context: .user("anna", ["plan": "gold"]), options: .manual(time))
    }

    private func recording() throws -> FlagClient {
        goldClient(try RecordedProvider(provider, to: "/seen.json", files: files, time: time))
    }

    private func text() throws -> String { String(decoding: try files.contents(of: "/seen.json"), as: UTF8.self) }

    @Test("the file holds the newest answer, and nothing about its context")
    func file() async throws {
        let client = try recording()
        async let result = client.start()
        let run = await provider.nextRun()
        run.answer(["old": true])
        let origin = Origin(.network, provider: "scripted")
        let flags: FlagTable = [
            Flag(
                "theme", "dark", variantValue: ["accent": "red"], variant: "blue", version: 41,
                reason: .targetingMatch, metadata: ["ruleId": "r1"], origin: origin),
            Flag("limit", 5, origin: origin),
        ]
        run.channel.publish(.ready(FlagSnapshot(flags, for: run.request.context, absence: .off)))
        #expect(await result == .ready)
        await client.shutdown()
        #expect(
            try text() == """
                {
                  "absence": "off",
                  "flags": {
                    "limit": {
                      "provider": "scripted",
                      "value": 5
                    },
                    "theme": {
                      "metadata": {
                        "ruleId": "r1"
                      },
                      "payload": {
                        "accent": "red"
                      },
                      "provider": "scripted",
                      "reason": "TARGETING_MATCH",
                      "value": "dark",
                      "variant": "blue",
                      "version": 41
                    }
                  },
                  "provider": "scripted",
                  "recordedAt": "2026-01-01T00:00:00.000Z",
                  "recording": 1
                }

                """)
    }

    @Test("a replayed recording gives variants, reasons, versions, payloads, and what a missing flag means")
    func replay() async throws {
        let client = try recording()
        async let result = client.start()
        let run = await provider.nextRun()
        run.channel.publish(
            .ready(FlagSnapshot(FlagTable(SnapshotSamples.flags), for: run.request.context, absence: .off)))
        #expect(await result == .ready)
        await client.shutdown()

        let replayed = goldClient(BootstrapProvider(.file("/seen.json"), name: "p", files: files, time: time))
        #expect(await replayed.start() == .ready)
        let snapshot = try #require(replayed.state.snapshot)
        #expect(snapshot.table.count == SnapshotSamples.flags.count)
        for flag in SnapshotSamples.flags {
            let back = try #require(snapshot.table[flag.key])
            #expect(back.origin == Origin(.bootstrap, provider: "p"))
            #expect((back.value, back.variantValue) == (flag.value, flag.variantValue))
            #expect((back.variant, back.version, back.reason) == (flag.variant, flag.version, flag.reason))
            #expect((back.metadata, back.reporting) == (flag.metadata, flag.reporting))
            #expect(back.vendor == flag.vendor)
        }
        #expect(replayed.details(of: FlagKey("missing", default: true)).value == false, "not listed means off")
        #expect(replayed.details(of: FlagKey("missing", default: true)).reason == .disabled)
    }

    @Test("flags that are no answer, of a cache or an error, are not recorded")
    func answersOnly() async throws {
        let client = try recording()
        async let result = client.start(within: .zero)
        let run = await provider.nextRun()
        run.cache(["limit": 1])
        run.fail(FlagError(.general, "down"))
        _ = await result
        await client.shutdown()
        #expect(files.paths == [])
    }

    @Test("a file that cannot be written is reported once, and the flags are served")
    func unwritable() async throws {
        files.refuseWrites("No space left on device")
        let client = try recording()
        await provider.start(client)
        async let outcome = client.refresh()
        await provider.nextRun().answer(["limit": 2])
        #expect(await outcome == .answered)
        #expect(client[.limit] == 2)
        await client.shutdown()
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "/seen.json: warning: The recording cannot be written: No space left on device. "
                    + "Check that the folder exists and may be written to."
            ])
    }

    @Test("a recording that is not whole is served as far as it goes, and what is missing is reported")
    func brokenRecording() async throws {
        files.write(#"{"recording": 1, "flags": {"limit": {"value": 5}, "bad": {"variant": "x"}}}"#, to: "/seen.json")
        let client = goldClient(BootstrapProvider(.file("/seen.json"), files: files, time: time))
        #expect(await client.start() == .ready)
        #expect(client[.limit] == 5)
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "/seen.json:1:58: warning: /flags/bad: bad: The recorded flag has no value; it was skipped. "
                    + "Write {\"value\": …}."
            ])
    }

    @Test("a recording of a later version is refused with the reason")
    func laterVersion() async throws {
        files.write(#"{"recording": 2, "flags": {}}"#, to: "/seen.json")
        let client = goldClient(BootstrapProvider(.file("/seen.json"), files: files, time: time))
        _ = await client.start()
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "/seen.json:1:15: error: /recording: The recording is of a version that is unknown here. "
                    + "Record it anew, or use a later release of Halyard."
            ])
    }
}
