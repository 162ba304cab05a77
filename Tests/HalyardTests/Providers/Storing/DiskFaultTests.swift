// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

/// Tests of stored flags, sinks, and configurations on a disk that fails in different ways.
///
/// Every call must return, report lost data, and succeed again after the disk recovers.
@Suite("Disk errors")
struct DiskFaultTests {
    typealias Fault = FaultyFiles.Fault

    private let disk = FaultyFiles()
    private let time = ManualTime()
    private let diagnostics = Recorder<Diagnostic>()

    // MARK: Stored flags

    /// Launches a client whose provider serves a limit, and returns the diagnostics that the client reported.
    private func launch(limit: Int64, until condition: FlagClient.WaitCondition = .freshFlags) async throws -> [String]
    {
        let provider = try PersistedProvider(
            FixedProvider(["limit": .int(limit)]), policy: VariantLookupPolicy.networkFirst(),
            store: FileFlagStore(folder: "/state", files: disk, time: time), time: time)
        let client = FlagClient(provider: provider, context: .user("ann"), options: .manual(time))
        #expect(await client.start() == .ready)
        #expect(client.int("limit", default: 0) == Int(limit))
        #expect(await client.setContext(.user("bob")) == .completed)
        await client.erase(.user("bob"))
        await client.shutdown()
        return client.diagnostics.recent.map { "\($0.code.rawValue): \($0.message)" }
    }

    @Test(
        "Serves flags and reports failures to read or store them",
        arguments: [
            (Fault.full, ["The flags can't be stored"]),
            (.readOnly, ["The flags can't be stored", "Stored flags can't be removed"]),
            (
                .tooManyFiles,
                ["The stored flags can't be listed", "The stored flags can't be read", "The flags can't be stored"]
            ),
            (
                .broken,
                ["The stored flags can't be listed", "The stored flags can't be read", "The flags can't be stored"]
            ),
            (.locked, []),
        ])
    func storedFlags(fault: Fault, expected: [String]) async throws {
        #expect(try await launch(limit: 1) == [])
        disk.fault = fault
        let reported = try await launch(limit: 2)
        #expect(
            Set(reported.map { $0.split(separator: ": ")[1].split(separator: ":")[0] }.map(String.init)).isSubset(
                of: expected))
        #expect(reported.isEmpty == expected.isEmpty)
        #expect(reported.allSatisfy { $0.contains(fault.rawValue) })
        disk.fault = nil
        #expect(try await launch(limit: 3) == [])
    }

    // MARK: Sinks

    @Test("Writes each waiting line once after the disk recovers", arguments: Fault.allCases)
    func lines(fault: Fault) async throws {
        let sink = LineSink.file(path: "a.jsonl", context: .none, files: disk)
        sink.receive(.attached(EventFeed(report: diagnostics.add)))
        let track = { (name: String) in
            sink.receive(
                .tracked(TrackingEvent(name: name, context: .anonymous, time: Instant(millisecondsSinceEpoch: 0))))
        }
        track("a")
        await sink.flush()
        disk.fault = fault
        track("b")
        await sink.flush()
        track("c")
        await sink.flush()
        #expect(diagnostics.all.map(\.code) == ["eventsNotWritten"])
        #expect(diagnostics.all.first?.message.contains(fault.rawValue) == true)
        disk.fault = nil
        await sink.flush()
        let text = String(decoding: try disk.contents(of: "a.jsonl"), as: UTF8.self)
        let names = text.split(separator: "\n").compactMap { try? JSONReader().read(String($0))["name"] }
        #expect(names == ["a", "b", "c"])
        #expect(sink.droppedCount == 0)
    }

    @Test("Reports events that can't be stored, and keeps earlier ones", arguments: Fault.allCases)
    func events(fault: Fault) async throws {
        let store = EventStore(in: "/state", files: disk, time: time)
        _ = await store.keep { EventPayload(id: "A", events: [EventPayload.Event("a", count: 2)]) }
        disk.fault = fault
        let kept = await store.keep { EventPayload(id: "B", events: [EventPayload.Event("b", count: 3)]) }
        #expect(kept.map(\.code) == ["eventsDropped"])
        #expect(kept.first?.message.hasPrefix("Events dropped: 3. They couldn't be stored: ") == true)
        #expect(kept.first?.message.contains(fault.rawValue) == true)
        let (claim, problems) = await store.claim()
        if let claim { _ = await store.release(claim) }
        #expect((claim == nil) == (problems.map(\.code) == ["storeUnreadable"]))
        _ = await store.erase("nobody")
        disk.fault = nil
        #expect(await store.claim().claim?.payload.id == "A")
        #expect(await store.claim().claim == nil)
    }

    @Test("Reports expired events even if new events can't be stored")
    func expiredOnFullDisk() async {
        var limits = EventStorageOptions()
        limits.age = .seconds(60)
        let store = EventStore(in: "/state", files: disk, limits: limits, time: time)
        _ = await store.keep { EventPayload(id: "A", events: [EventPayload.Event("a", count: 3)]) }
        time.advance(by: .seconds(61))
        disk.fault = .full
        let diagnostics = await store.keep { EventPayload(id: "B", events: [EventPayload.Event("b", count: 4)]) }
        #expect(diagnostics.map { $0.message.prefix(18) } == ["Events dropped: 3.", "Events dropped: 4."])
    }

    // MARK: Configuration

    @Test("Rejects an unreadable configuration with its path and the reason", arguments: [Fault.tooManyFiles, .broken])
    func configuration(fault: Fault) throws {
        disk.files.write(
            #"{"version": 1, "providers": {"a": {"type": "bootstrap", "file": "flags.json"}}}"#, to: "/app/halyard.json"
        )
        disk.files.write(#"{"flags": {"limit": 1}}"#, to: "/app/flags.json")
        var host = ConfigurationHost()
        (host.files, host.time) = (disk, time)
        disk.fault = fault
        let error = #expect(throws: ConfigurationError.self) {
            try FlagClient(configuration: .file("/app/halyard.json"), providers: [], options: .manual(time), host: host)
        }
        #expect(error?.diagnostics.map(\.severity) == [.error])
        let text = error?.diagnostics.first?.description ?? ""
        #expect(text.contains("/app/halyard.json"))
        #expect(text.contains(fault.rawValue))
        disk.fault = nil
        _ = try FlagClient(configuration: .file("/app/halyard.json"), providers: [], options: .manual(time), host: host)
    }

    @Test("Reports an unreadable kill switch and applies it after recovery", arguments: [Fault.tooManyFiles, .broken])
    func killSwitch(fault: Fault) async {
        disk.files.write(
            #"{"killSwitch": 1, "expires": "2026-01-02T00:00:00Z", "flags": {"limit": 0}}"#, to: "kill.json")
        disk.fault = fault
        let options = FlagClient.Options.manual(time) { options in
            options.overrides.allowedInRelease = true
            options.killSwitch = .file("kill.json", refresh: .seconds(30), files: disk)
        }
        let client = FlagClient(provider: FixedProvider(), options: options)
        #expect(await client.start() == .ready)
        #expect(client.int("limit", default: 9) == 5)
        #expect(client.diagnostics.recent.map(\.severity) == [.error])
        #expect(client.diagnostics.recent.first?.message.contains(fault.rawValue) == true)
        disk.fault = nil
        await until {
            await time.awaitSleepers()
            time.advance(by: .seconds(30))
            return client.int("limit", default: 9) == 0
        }
        await client.shutdown()
    }

    @Test(
        "Reports an unwritable recording once and writes it after recovery",
        arguments: [Fault.full, .readOnly, .broken])
    func recording(fault: Fault) async throws {
        disk.fault = fault
        let recorder = RunRecorder(path: "run.json", files: disk, time: time)
        let client = FlagClient(provider: FixedProvider(), sinks: [recorder], options: .manual(time))
        #expect(await client.start() == .ready)
        await client.flush()
        await client.flush()
        #expect(client.int("limit", default: 0) == 5)
        disk.fault = nil
        await client.shutdown()
        #expect(client.diagnostics.recent.count == 1)
        #expect(client.diagnostics.recent.first?.message.contains(fault.rawValue) == true)
        #expect(try disk.contents(of: "run.json").isEmpty == false)
    }
}
