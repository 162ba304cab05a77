// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Record and replay")
struct ReplayTests {
    private let time = ManualTime()
    private let files = InMemoryFileSystem()

    /// Records a run with three changes for one context and one for another.
    private func record() async throws -> (changes: [ChangeSet], bytes: [UInt8]) {
        let provider = ScriptedProvider()
        let sink = RecordingSink()
        let recorder = RunRecorder(path: "run.json", files: files, time: time)
        let client = FlagClient(
            provider: provider, context: .user("a", ["plan": "gold"]), sinks: [recorder, sink], options: .manual(time))
        async let start = client.start()
        let run = await provider.nextRun()
        time.advance(by: .milliseconds(120))
        let origin = Origin(.network, provider: "scripted")
        let publish = { (flags: [EvaluatedFlag], run: ScriptedProvider.Run) in
            _ = run.channel.publish(
                .ready(FlagSet(FlagTable(flags), for: run.request.context, confirmedAt: time.now)))
        }
        let (nav, limit) = (
            EvaluatedFlag("new-nav", true, variant: "on", version: 3, origin: origin),
            EvaluatedFlag("limit", 1, origin: origin)
        )
        publish([nav, limit], run)
        #expect(await start == .ready)
        await sink.untilChanges(1)
        time.advance(by: .milliseconds(880))
        publish(
            [nav, EvaluatedFlag("limit", 2, reason: .targetingMatch, metadata: ["why": "rule"], origin: origin)], run)
        await sink.untilChanges(2)
        time.advance(by: .seconds(4))
        publish([EvaluatedFlag("limit", 2, reason: .targetingMatch, metadata: ["why": "rule"], origin: origin)], run)
        await sink.untilChanges(3)
        time.advance(by: .seconds(5))
        async let change = client.setContext(.user("b"))
        let second = await provider.nextRun()
        time.advance(by: .milliseconds(40))
        publish([EvaluatedFlag("limit", 9, origin: origin)], second)
        _ = await change
        await client.shutdown()
        return (sink.changes, try files.contents(of: "run.json"))
    }

    // MARK: Errors and limits

    @Test("Rejects a recording truncated at any byte")
    func cutOff() async throws {
        let bytes = JSONWriter.bytes(try JSONReader().read(try await record().bytes))
        for end in 0..<bytes.count {
            let document = BootstrapDocument(file: nil, bytes: Array(bytes.prefix(end)))
            #expect(throws: FlagError.self) {
                try document.contents(formats: [.replay], named: nil, origin: .default)
            }
        }
    }

    @Test("Fails with a reason if the file is truncated, missing, or unrelated")
    func refused() async throws {
        let bytes = try await record().bytes
        files.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.json")
        files.write(#"{"flags": {}}"#, to: "other.json")
        for path in ["cut.json", "absent.json", "other.json"] {
            let client = FlagClient(
                provider: ReplayProvider(.file(path), files: files, time: time), options: .manual(time))
            guard case .defaults(let error) = await client.start() else {
                Issue.record("\(path) was accepted.")
                continue
            }
            #expect(error.code == .parseError)
            #expect(client.diagnostics.recent.first?.location?.file == path)
            await client.shutdown()
        }
    }

    @Test("Reports invalid parts with their location and replays the rest")
    func wrongPieces() throws {
        let text = #"""
            {"replay": 1, "sections": [7,
              {"at": "soon", "flags": {"a": {"value": 1}, "b": {}},
               "steps": ["x", {"at": 5, "set": {"c": {"value": 2}}, "removed": [3]}, {"at": 4, "removed": ["a"]}]},
              {"steps": {}}, {"flags": 3}]}
            """#
        let contents = try BootstrapDocument(file: "run.json", bytes: Array(text.utf8)).contents(
            formats: [.halyard, .replay], named: nil, origin: .default)
        #expect(
            contents.diagnostics.map { "\($0.location?.position ?? "") \($0.location?.pointer ?? "")" } == [
                "run.json:1:28 /sections/0", "run.json:2:10 /sections/1/at", "run.json:2:52 /sections/1/flags/b",
                "run.json:3:14 /sections/1/steps/0", "run.json:3:68 /sections/1/steps/1/removed",
                "run.json:4:13 /sections/2/steps", "run.json:4:28 /sections/3/flags",
            ])
        let run = RecordedRun(try BootstrapDocument(file: nil, bytes: Array(text.utf8)).parsed(), origin: .default)
        #expect(run.sections.count == 3)
        #expect(run.sections.first?.lastFlags.keys == ["c"])
        #expect(run.sections.first?.steps.map(\.at) == [5, 5])
    }

    @Test("Rejects a recording of an unknown version")
    func version() {
        let contents = BootstrapFormat.replay.contents(of: ["replay": 2, "sections": []], origin: .default)
        #expect(contents.flags.isEmpty)
        #expect(contents.diagnostics.map(\.code) == ["replayVersion"])
    }

    @Test("Accepts extreme times and speeds without trapping")
    func hostile() async {
        let text = #"""
            {"replay": 1, "sections": [{"at": -5, "steps": [{"at": -9223372036854775808, "set": {"a": {"value": 1}}},
             {"at": 9223372036854775807}]}, {"at": 9223372036854775807, "steps": [{"at": 9223372036854775807}]}]}
            """#
        for speed in [0, -1, .nan, .infinity, 1e-300, 1e300] {
            let client = FlagClient(
                provider: ReplayProvider(.text(text), speed: speed, time: time), options: .manual(time))
            #expect(await client.start() == .ready)
            #expect(client.allFlags == ["a": 1])
            await client.shutdown()
        }
    }

    @Test("Reports an unwritable disk once and writes the run after recovery")
    func unwritable() async throws {
        files.refuseWrites("No space left on device")
        let recorder = RunRecorder(path: "run.json", files: files, time: time)
        let client = FlagClient(
            provider: InMemoryFlagProvider(["limit": 1], time: time), sinks: [recorder], options: .manual(time))
        await client.start()
        await client.flush()
        await recorder.flush()
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "recordingUnwritable", .warning, location: .init(file: "run.json"),
                    "The recording can't be written: No space left on device.",
                    suggestion: "Check that the folder exists and is writable.")
            ])
        files.refuseWrites(nil)
        await client.shutdown()
        #expect(try !files.contents(of: "run.json").isEmpty)
    }

    @Test("Ends a recording at its limit and discards it without consent")
    func ends() async throws {
        let provider = InMemoryFlagProvider(["limit": 1], time: time)
        let recorder = RunRecorder(path: "run.json", maximumChanges: 2, files: files, time: time)
        let client = FlagClient(provider: provider, sinks: [recorder], options: .manual(time))
        await client.start()
        for number in 2..<6 {
            provider.set(.limit, number)
            await recorder.flush()
        }
        await client.flush()
        #expect(
            client.diagnostics.recent.map(\.message) == ["The recording of the run ended at the limit of 2 changes."])
        let contents = try BootstrapDocument(file: nil, bytes: files.contents(of: "run.json")).contents(
            formats: [.replay], named: nil, origin: .default)
        #expect(contents.flags.map(\.value) == [2])
        await client.shutdown()

        let second = RunRecorder(path: "second.json", files: files, time: time)
        let other = FlagClient(provider: provider, sinks: [second], options: .manual(time))
        await other.start()
        other.setEventsEnabled(false)
        await other.shutdown()
        #expect(!files.paths.contains("second.json"))
        #expect(other.diagnostics.recent.map(\.code) == ["replayEnded"])
    }

    @Test("Erases an identity's digest from the file, and never writes keys")
    func erased() async throws {
        let recorder = RunRecorder(path: "run.json", files: files, time: time)
        let client = FlagClient(
            provider: InMemoryFlagProvider(["limit": 1], time: time), context: .user("key-of-anna"), sinks: [recorder],
            options: .manual(time))
        await client.start()
        await client.flush()
        let before = String(decoding: try files.contents(of: "run.json"), as: UTF8.self)
        #expect(before.contains(EvaluationContext.user("key-of-anna").identityDigest))
        #expect(!before.contains("anna"))
        await client.erase(.user("key-of-anna"))
        let after = String(decoding: try files.contents(of: "run.json"), as: UTF8.self)
        #expect(!after.contains(EvaluationContext.user("key-of-anna").identityDigest))
        await client.shutdown()
    }

    // MARK: Recording and replaying

    @Test("Writes the expected JSON")
    func literal() async throws {
        let text = String(decoding: try await record().bytes, as: UTF8.self)
        let (anna, ben) = (EvaluationContext.user("a").identityDigest, EvaluationContext.user("b").identityDigest)
        let flag: FlagValue = [
            "value": 2, "reason": "TARGETING_MATCH", "metadata": ["why": "rule"], "provider": "scripted",
        ]
        let expected: FlagValue = [
            "replay": 1, "recordedAt": "2026-01-01T00:00:10.040Z",
            "sections": [
                [
                    "identity": .string(anna), "at": 0, "flags": [:],
                    "steps": [
                        [
                            "at": 120,
                            "set": [
                                "limit": ["value": 1, "provider": "scripted"],
                                "new-nav": ["value": true, "variant": "on", "version": 3, "provider": "scripted"],
                            ],
                        ],
                        ["at": 1000, "set": ["limit": flag]], ["at": 5000, "removed": ["new-nav"]],
                    ],
                ],
                [
                    "identity": .string(ben), "at": 10_000, "flags": ["limit": flag],
                    "steps": [["at": 40, "set": ["limit": ["value": 9, "provider": "scripted"]]]],
                ],
            ],
        ]
        #expect(try JSONReader().read(text) == expected)
    }

    @Test("Replays the recorded changes at the same times")
    func replayed() async throws {
        let recorded = try await record().changes
        let sink = RecordingSink()
        let client = FlagClient(
            provider: ReplayProvider(.file("run.json"), files: files, time: time), context: .user("a"), sinks: [sink],
            options: .manual(time))
        async let start = client.start(within: .seconds(60))
        await time.awaitSleepers(2)
        time.advance(by: .milliseconds(119))
        #expect(sink.changes.isEmpty)
        time.advance(by: .milliseconds(1))
        #expect(await start == .ready)
        await sink.untilChanges(1)
        await time.awaitSleepers()
        time.advance(by: .milliseconds(880))
        await sink.untilChanges(2)
        await time.awaitSleepers()
        time.advance(by: .seconds(4))
        await sink.untilChanges(3)
        #expect(sink.changes.map(RecordingSink.text) == recorded.prefix(3).map(RecordingSink.text))
        #expect(client.details(of: .limit).origin == Origin(.bootstrap, provider: "replay"))

        async let change = client.setContext(.user("b"), within: .seconds(60))
        // After flags for the new context arrive, only the deadline of the change and the run still sleep.
        for await update in client.updates where update.state.status == .stale { break }
        await time.awaitSleepers(2)
        time.advance(by: .milliseconds(40))
        #expect(await change == .completed)
        await sink.untilChanges(4)
        #expect(sink.changes.map(RecordingSink.text) == recorded.map(RecordingSink.text))
        #expect(recorded.count == 4)
        await client.shutdown()
    }

    @Test("Replays the whole run to another context at 10 times the speed")
    func stranger() async throws {
        let recorded = try await record().changes
        let sink = RecordingSink()
        let client = FlagClient(
            provider: ReplayProvider(.file("run.json"), speed: 10, files: files, time: time), context: .user("c"),
            sinks: [sink], options: .manual(time))
        async let start = client.start(within: .seconds(60))
        await time.awaitSleepers(2)
        time.advance(by: .milliseconds(1004))
        _ = await start
        await sink.untilChanges(4)
        #expect(sink.changes.map(RecordingSink.text) == recorded.map(RecordingSink.text))
        await client.shutdown()
    }

    @Test("Continues the run after a refresh")
    func refreshed() async throws {
        _ = try await record()
        let client = FlagClient(
            provider: ReplayProvider(.file("run.json"), files: files, time: time), context: .user("a"),
            options: .manual(time))
        async let start = client.start(within: .seconds(60))
        await time.awaitSleepers(2)
        time.advance(by: .milliseconds(120))
        _ = await start
        await time.awaitSleepers()
        time.advance(by: .milliseconds(500))
        async let refresh = client.refresh(within: .seconds(60))
        #expect(await refresh == .completed)
        await time.awaitSleepers()
        time.advance(by: .milliseconds(380))
        await until { client[.limit] == 2 }
        await client.shutdown()
    }

    @Test("Provides the flags at the end of the run to a bootstrap provider")
    func bootstrap() async throws {
        _ = try await record()
        let client = FlagClient(
            provider: FileFlagProvider(.file("run.json"), files: files, time: time), options: .manual(time))
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["limit": 9])
        await client.shutdown()
    }

    @Test("Records and replays a run from a configuration")
    func configured() async throws {
        var host = ConfigurationHost()
        host.files = files
        let recording = try FlagClient(
            configuration: .json(
                #"{"version": 1, "providers": {"m": {"type": "memory", "flags": {"limit": 3}}}, "#
                    + #""sinks": [{"type": "replay", "path": "seen.json"}]}"#), options: .manual(time), host: host)
        await recording.start()
        await recording.shutdown()
        let replaying = try FlagClient(
            configuration: .json(
                #"{"version": 1, "providers": {"r": {"type": "replay", "file": "seen.json", "speed": 2.5}}}"#),
            options: .manual(time), host: host)
        #expect(await replaying.start() == .ready)
        #expect(replaying.allFlags == ["limit": 3])
        await replaying.shutdown()
        #expect(throws: ConfigurationError.self) {
            try FlagClient(
                configuration: .json(
                    #"{"version": 1, "providers": {"r": {"type": "replay", "file": "seen.json", "speed": 0}}}"#),
                options: .manual(),
                host: host)
        }
    }
}

extension RecordingSink {
    /// Returns when the sink has received this many changes.
    fileprivate func untilChanges(_ count: Int) async { await until { changes.count >= count } }

    /// Returns a description of each change, without its origin.
    fileprivate static func text(_ changes: ChangeSet) -> [String] {
        changes.map { change in
            let sides = [change.old, change.new].map { flag in
                flag.map { "\($0.value) \($0.variant ?? "-") \($0.version ?? -1) \($0.reason) \($0.metadata)" }
                    ?? "absent"
            }
            return "\(change.key): \(sides)"
        }
    }
}
