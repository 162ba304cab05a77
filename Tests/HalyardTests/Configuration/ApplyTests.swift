// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Applying a configuration")
struct ApplyTests {
    private let scripted = ScriptedModule()
    private let files = InMemoryFileSystem()
    private let time = ManualTime()
    private let path = "halyard.json"

    private func write(_ provider: String, _ rest: String = "") {
        files.write(#"{"version": 1, "providers": {"p": \#(provider)}\#(rest)}"#, to: path)
    }

    private func startedFromFile() async throws -> (FlagClient, ScriptedProvider.Run) {
        let client = try FlagClient(
            configuration: .file(path), providers: [scripted.module], options: .manual(time),
            host: .files(files) { $0.variable = { ["LABEL": "from the environment"][$0] } })
        async let start = client.start()
        let run = try #require(await scripted.providers.last?.nextRun())
        run.answer(["limit": 1], provider: "p")
        #expect(await start == .ready)
        return (client, run)
    }

    @Test("what is the same stays: the provider is not asked again, and no sink leaves")
    func same() async throws {
        write(
            #"{"type": "scripted"}"#, #", "sinks": [{"type": "recording"}], "hooks": [{"type": "mark", "text": "m"}]"#)
        let (client, run) = try await startedFromFile()
        files.write(try files.contents(of: path) + Array("  ".utf8), to: path)
        try await client.applyConfiguration(.file(path))
        #expect(run.answer(["limit": 2], provider: "p"), "the run goes on")
        #expect(scripted.sinks.first?.lines.contains("flush") == false)
        client.track("still")
        await client.flush()
        #expect(scripted.sinks.first?.lines.contains("tracked still null - by user:anonymous") == true)
        await client.shutdown()
    }

    @Test("another provider takes over warm; the context stays the app's")
    func provider() async throws {
        write(#"{"type": "scripted", "label": "a"}"#)
        let (client, _) = try await startedFromFile()
        let first = try #require(scripted.providers.last)
        async let change = client.setContext(.user("b"))
        await first.nextRun().answer(["limit": 1], provider: "p")
        _ = await change
        write(#"{"type": "scripted", "label": "b"}"#, #", "context": {"key": "other"}"#)
        async let applied: Void = client.applyConfiguration(.file(path))
        let second = try await next(after: first)
        let run = await second.nextRun()
        #expect(run.request.context == .user("b"))
        #expect(client[.limit] == 1)
        run.answer(["limit": 5], provider: "p")
        try await applied
        #expect(client[.limit] == 5)
        await first.untilClosed()
        await client.shutdown()
    }

    /// The provider that the next load of the configuration makes for the client; looked for until it is asked.
    private func next(after earlier: ScriptedProvider) async throws -> ScriptedProvider {
        await until { scripted.providers.last.map { $0 !== earlier && $0.isAsked } == true }
        return try #require(scripted.providers.last)
    }

    @Test("a wrong configuration changes nothing, and all that is wrong is reported")
    func wrong() async throws {
        write(#"{"type": "scripted"}"#)
        let (client, run) = try await startedFromFile()
        write(#"{"type": "scripted", "labl": "b"}"#, #", "sinks": [{"type": "recrding"}]"#)
        let error = await #expect(throws: ConfigurationError.self) { try await client.applyConfiguration(.file(path)) }
        #expect(
            error?.diagnostics.map(\.description) == [
                "halyard.json:1:56: error: /providers/p/labl: Unknown setting \"labl\". Did you mean \"label\"?",
                "halyard.json:1:90: error: /sinks/0/type: Unknown sink type: \"recrding\". Did you mean \"recording\"? "
                    + "Known values: \"console\", \"jsonLines\", \"recording\", \"replay\".",
            ])
        #expect(run.answer(["limit": 2], provider: "p"))
        #expect(client[.limit] == 2)
    }

    @Test("a provider that fails throws its reason, and sinks and hooks stay as they were")
    func failing() async throws {
        write(#"{"type": "scripted"}"#, #", "sinks": [{"type": "recording"}]"#)
        let (client, _) = try await startedFromFile()
        let first = try #require(scripted.providers.last)
        write(#"{"type": "scripted", "label": "b"}"#, #", "sinks": []"#)
        let applied = Task { try await client.applyConfiguration(.file(path)) }
        try await next(after: first).nextRun().fail(FlagError(.general, "no service"))
        await #expect(throws: FlagError(.general, "no service")) { try await applied.value }
        write(#"{"type": "scripted"}"#, #", "sinks": [{"type": "recording"}]"#)
        try await client.applyConfiguration(.file(path))
        #expect(first.closeCount == 0, "the file that holds still changes nothing")
        #expect(client[.limit] == 1)
        client.track("still")
        await client.flush()
        #expect(scripted.sinks.first?.lines.contains("tracked still null - by user:anonymous") == true)
        await client.shutdown()
    }

    @Test("a provider that is too slow throws, and says which and how long")
    func late() async throws {
        write(#"{"type": "scripted"}"#)
        let (client, _) = try await startedFromFile()
        let first = try #require(scripted.providers.last)
        write(#"{"type": "scripted", "label": "b"}"#)
        let applied = Task { try await client.applyConfiguration(.file(path), within: .seconds(3)) }
        _ = try await next(after: first).nextRun()
        await time.awaitSleepers()
        time.advance(by: .seconds(3))
        await #expect(
            throws: FlagError(
                .providerNotReady,
                "The provider 'p' didn't respond within 3.0 seconds. Increase the deadline, or switch again."
            )
        ) { try await applied.value }
        #expect(client[.limit] == 1)
    }

    @Test("sinks and hooks are replaced; those that leave get what was counted, and those from code stay")
    func parts() async throws {
        write(
            #"{"type": "scripted"}"#,
            #", "sinks": [{"type": "recording"}], "hooks": [{"type": "mark", "text": "first"}]"#)
        let (client, _) = try await startedFromFile()
        client.addHooks(NotingHook(scripted.log) { "code \($0.flagKey) \($0.clientName ?? "-")" })
        _ = client[.limit]
        write(
            #"{"type": "scripted"}"#,
            #", "sinks": [{"type": "recording", "every": true}], "hooks": [{"type": "mark", "text": "second"}]"#)
        try await client.applyConfiguration(.file(path))
        _ = client[.limit]
        let (gone, added) = (scripted.sinks[0], scripted.sinks[1])
        await client.flush()
        #expect(gone.readCounts == ["limit": 1])
        #expect(added.readCounts == ["limit": 1])
        #expect(added.lines.contains("evaluated limit = 1 value ok"))
        #expect(
            scripted.log.all == ["code limit -", "first limit -", "code limit -", "second limit -"])
        write(#"{"type": "scripted"}"#)
        try await client.applyConfiguration(.file(path))
        _ = client[.limit]
        #expect(scripted.log.all.last == "code limit -")
        await client.shutdown()
        #expect(gone.lines.last == "flush")
        #expect(added.lines.last == "flush")
        #expect(added.readCounts == ["limit": 1], "it was gone before the last read")
    }

    @Test("a setting in a file that has changed is a change; in an unchanged file it is none")
    func references() async throws {
        files.write("one", to: "label.txt")
        write(#"{"type": "scripted", "label": {"$file": "label.txt"}}"#)
        let (client, run) = try await startedFromFile()
        try await client.applyConfiguration(.file(path))
        #expect(run.answer(["limit": 1], provider: "p"))
        let first = try #require(scripted.providers.first { $0.isAsked })
        files.write("two", to: "label.txt")
        async let applied: Void = client.applyConfiguration(.file(path))
        try await next(after: first).nextRun().answer(["limit": 2], provider: "p")
        try await applied
        #expect(client[.limit] == 2)
    }

    @Test("a client made in code takes a configuration with its modules")
    func fromCode() async throws {
        let first = ScriptedProvider(name: "code")
        let client = FlagClient(provider: first, options: .manual())
        write(#"{"type": "scripted"}"#)
        let text = String(decoding: try files.contents(of: path), as: UTF8.self)
        try await client.applyConfiguration(.json(text), providers: [scripted.module])
        #expect(client.providerName == "p")
        let error = await #expect(throws: ConfigurationError.self) {
            try await FlagClient(provider: first, options: .manual()).applyConfiguration(.json(text))
        }
        #expect(error?.diagnostics.count == 1)
    }

    @Test("calls are carried out one after the other: the last configuration holds")
    func order() async throws {
        write(#"{"type": "memory"}"#)
        let client = try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"p": {"type": "memory"}}}"#), options: .manual())
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    try? await client.applyConfiguration(
                        .json(
                            #"{"version": 1, "providers": {"p": {"type": "memory", "flags": {"limit": \#(number)}}}}"#))
                }
            }
        }
        try await client.applyConfiguration(
            .json(#"{"version": 1, "providers": {"p": {"type": "memory", "flags": {"limit": 21}}}}"#))
        #expect(client[.limit] == 21)
        #expect(client.status == .ready)
        await client.shutdown()
    }

    // MARK: Watching

    /// Lets the file be looked at again and again, until something has come of it.
    ///
    /// In small steps: the clock is also that of the deadline by which the next provider must have answered.
    private func look(at location: SourceLocation = #_sourceLocation, until isSo: () -> Bool) async {
        await TestSupport.until(moving: time, by: .milliseconds(1), at: location, isSo)
    }

    @Test("a watched file is applied when it changes; a wrong version is reported and changes nothing")
    func watching() async throws {
        write(#"{"type": "memory", "flags": {"limit": 1}}"#, #", "watch": "10ms""#)
        let client = try FlagClient(configuration: .file(path), options: .manual(time), host: .files(files))
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 10)
        await client.start()
        #expect(await values.next() == 1)
        write(#"{"type": "memory", "flags": {"limit": 2}}"#, #", "watch": "10ms""#)
        await look(until: { client.snapshot()[.limit] == 2 })
        #expect(await values.next() == 2)

        write(#"{"type": "memory", "flags": 3}"#)
        await look(until: { !client.diagnostics.recent.isEmpty })
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "halyard.json:1:63: error: /providers/p/flags: Expected an object, found a number. "
                    + "Use {\"new-nav\": true}."
            ])
        #expect(client[.limit] == 2)

        write(#"{"type": "memory", "flags": {"limit": 4}}"#)
        await look(until: { client.snapshot()[.limit] == 4 })
        #expect(await values.next() == 4)
        await client.shutdown()
        #expect(time.sleeperCount == 0, "nobody watches any more")
    }

    @Test("an app may follow a file of its own choice; shutting down ends that")
    func following() async throws {
        write(#"{"type": "memory", "flags": {"limit": 2}}"#)
        let client = try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"p": {"type": "memory"}}}"#), options: .manual(time),
            host: .files(files))
        await client.start()
        async let following: Void = client.watchConfiguration(at: path, every: .seconds(1))
        var values = client.values(of: .limit).makeAsyncIterator()
        while await values.next() != 2 {}
        await time.awaitSleepers()
        await client.shutdown()
        files.write("{}", to: path)
        time.advance(by: .seconds(1))
        await following
    }
}
