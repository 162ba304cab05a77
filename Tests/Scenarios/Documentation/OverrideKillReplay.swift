// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing

@Suite("Guide samples: overrides, kill switch, and replay")
struct OverrideKillReplayTests {
    private let provider = InMemoryFlagProvider(["new-nav": false])

    @Test("Sets and removes overrides in code")
    func overrides() {
        var options = FlagClient.Options()
        options.overrides.allowedInRelease = true
        let client = FlagClient(provider: provider, options: options)
        client.overrides.set(.newNav, true)  // reads see it when the call returns
        client.overrides.set("upload-limit", 10)
        client.overrides.set("upload-limit", nil)  // the next source below it holds again
        client.overrides.removeAll()
        #expect(client.overrides.values.isEmpty)
    }

    @Test("Reads overrides and the kill switch from client options")
    func options() {
        var options = FlagClient.Options()
        options.overrides = OverrideOptions(arguments: true, environment: true, file: "overrides.json")
        options.overrides.refresh = .seconds(2)
        options.overrides.host.files = InMemoryFileSystem(["overrides.json": #"{"flags": {"new-nav": true}}"#])
        options.overrides.allowedInRelease = true
        #expect(FlagClient(provider: provider, options: options)[.newNav])

        options.killSwitch = .file("kill.json", refresh: .seconds(30))
        let client = FlagClient(provider: provider, options: options)
        #expect(client.diagnostics.recent.map(\.code) == ["killSwitchUnreadable"])
    }

    @Test("Applies the guide's kill switch")
    func killSwitch() {
        let text =
            #"{ "killSwitch": 1, "expires": "2026-12-01T00:00:00Z", "note": "INC-4711", "flags": { "checkout": false } }"#
        var options = FlagClient.Options()
        options.time = ManualTime(now: Instant(millisecondsSinceEpoch: 1_796_000_000_000))
        options.killSwitch = .file("kill.json", files: InMemoryFileSystem(["kill.json": text]))
        let client = FlagClient(provider: provider, options: options)
        #expect(client.diagnostics.recent.isEmpty)
        #expect(client.allFlags == ["checkout": false])
    }

    @Test("Records and replays a run")
    func replay() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let time = ManualTime()
        let recorder = RunRecorder(path: path, time: time)
        let client = FlagClient(provider: provider, context: .user("ada"), sinks: [recorder])
        await client.start(within: .seconds(60))
        await client.shutdown()

        let replay = FlagClient(provider: ReplayProvider(.file(path), time: time), context: .user("ada"))
        await replay.start(within: .seconds(60))  // the flags of the run, and from now on its changes
        #expect(replay.allFlags == ["new-nav": false])
        await replay.shutdown()
    }
}
