// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Configuration updates")
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

    @Test("Keeps the provider and sinks if no setting changed")
    func same() async throws {
        write(
            #"{"type": "scripted"}"#, #", "sinks": [{"type": "recording"}], "hooks": [{"type": "mark", "text": "m"}]"#)
        let (client, run) = try await startedFromFile()
        files.write(try files.contents(of: path) + Array("  ".utf8), to: path)
        try await client.applyConfiguration(.file(path))
        #expect(run.answer(["limit": 2], provider: "p"), "the run continues")
        #expect(scripted.sinks.first?.lines.contains("flush") == false)
        client.track("still")
        await client.flush()
        #expect(scripted.sinks.first?.lines.contains("tracked still null - by user:anonymous") == true)
        await client.shutdown()
    }

    @Test("Keeps the context, and the old flags until the new provider responds")
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

    /// Returns the client's next provider as soon as it receives a request.
    private func next(after earlier: ScriptedProvider) async throws -> ScriptedProvider {
        await until { scripted.providers.last.map { $0 !== earlier && $0.isAsked } == true }
        return try #require(scripted.providers.last)
    }

    @Test("Reports all errors of an invalid configuration, and changes nothing")
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

    @Test("Throws the provider's error, and keeps the existing sinks")
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
        #expect(first.closeCount == 0, "applying the current configuration changes nothing")
        #expect(client[.limit] == 1)
        client.track("still")
        await client.flush()
        #expect(scripted.sinks.first?.lines.contains("tracked still null - by user:anonymous") == true)
        await client.shutdown()
    }

    @Test("Throws an error if the provider misses the deadline")
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

    @Test("Replaces configured sinks and hooks, and keeps hooks added in code")
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
        #expect(added.readCounts == ["limit": 1], "the sink was removed before the last read")
    }

    @Test("Replaces the provider only if a referenced file changed")
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

    @Test("Applies a configuration and its modules to a client created in code")
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

    @Test("Applies the last configuration after concurrent calls")
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

    /// Advances the clock until the condition is true.
    ///
    /// The steps are small because the deadline of the next provider uses the same clock.
    private func look(at location: SourceLocation = #_sourceLocation, until isSatisfied: () -> Bool) async {
        await TestSupport.until(moving: time, by: .milliseconds(1), at: location, isSatisfied)
    }

    @Test("Applies each valid change of a watched file")
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
        #expect(time.sleeperCount == 0, "no task watches the file after shutdown")
    }

    @Test("Watches a file that code names until the client shuts down")
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
