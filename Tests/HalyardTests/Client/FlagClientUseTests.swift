// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("FlagClient: choosing a provider")
struct FlagClientUseTests {
    private let time = ManualTime()
    private let files = InMemoryFileSystem()
    private let scripted = ScriptedModule()

    private func write(_ text: String) { files.write(text, to: "halyard.json") }

    private func startedFromFile() async throws -> (FlagClient, ScriptedProvider.Run) {
        write(
            #"{"version": 1, "active": "p", "providers": {"p": {"type": "scripted"}, "q": {"type": "scripted"}}}"#)
        let client = try FlagClient(
            configuration: .file("halyard.json"), providers: [scripted.module], options: .manual(time),
            host: .files(files))
        async let start = client.start()
        let run = try await asked("p").nextRun()
        run.answer(["limit": 1], provider: "p")
        #expect(await start == .ready)
        return (client, run)
    }

    /// Waits for a provider with a name, other than `earlier`, to receive a request, and returns the newest one.
    private func asked(_ name: String, after earlier: ScriptedProvider? = nil) async throws -> ScriptedProvider {
        var newest: ScriptedProvider? {
            scripted.providers.last { $0.name == name && $0.isAsked }.flatMap { $0 === earlier ? nil : $0 }
        }
        await until { newest != nil }
        return try #require(newest)
    }

    /// Returns a client that switched from "p" to "q", and both providers.
    private func switched() async throws -> (FlagClient, ScriptedProvider, ScriptedProvider) {
        let (client, _) = try await startedFromFile()
        let p = try await asked("p")
        async let used: Void = client.switchProvider(to: "q")
        let q = try await asked("q")
        await q.nextRun().answer(["limit": 2], provider: "q")
        try await used
        return (client, p, q)
    }

    @Test("Switches to a configured provider by name, and suggests known names")
    func byName() async throws {
        let (client, _) = try await startedFromFile()
        async let used: Void = client.switchProvider(to: "q")
        let run = try await asked("q").nextRun()
        #expect(client[.limit] == 1)
        run.answer(["limit": 2], provider: "q")
        try await used
        #expect(client[.limit] == 2)
        #expect(client.providerName == "q")
        let error = await #expect(throws: ConfigurationError.self) { try await client.switchProvider(to: "Q") }
        #expect(
            error?.diagnostics.map(\.description) == [
                "halyard.json:1:31: error: /providers: Unknown provider: \"Q\". Did you mean \"q\"?"
            ])
        #expect(client[.limit] == 2)
        await client.shutdown()
    }

    @Test("Rejects a name without a configuration, but accepts a provider")
    func inCode() async throws {
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), at: time)
        let error = await #expect(throws: ConfigurationError.self) { try await client.switchProvider(to: "q") }
        #expect(
            error?.diagnostics.map(\.description) == [
                "error: q: Can't find the provider \"q\", because the client wasn't created from a configuration. Create "
                    + "the client from a configuration, or pass the provider to switchProvider(to:)."
            ])
        try await client.switchProvider(to: InMemoryFlagProvider(["limit": 2], name: "other"))
        #expect(client[.limit] == 2)
        await client.shutdown()
    }

    @Test("Throws and keeps the old provider if the next one fails or is slow")
    func failures() async throws {
        let (client, _) = try await startedFromFile()
        let failing = Task { try await client.switchProvider(to: "q") }
        let first = try await asked("q")
        await first.nextRun().fail(FlagError(.general, "no service"))
        await #expect(throws: FlagError(.general, "no service")) { try await failing.value }
        let slow = Task { try await client.switchProvider(to: "q", within: .seconds(3)) }
        _ = try await asked("q", after: first).nextRun()
        await time.awaitSleepers()
        time.advance(by: .seconds(3))
        await #expect(
            throws: FlagError(
                .providerNotReady,
                "The provider 'q' didn't respond within 3.0 seconds. Increase the deadline, or switch again.")
        ) { try await slow.value }
        #expect(client[.limit] == 1)
        #expect(client.providerName == "p")
        await client.shutdown()
    }

    @Test("Throws for a superseded switch, and closes both replaced providers")
    func laterWins() async throws {
        let (client, _) = try await startedFromFile()
        let first = Task { try await client.switchProvider(to: "q") }
        let q = try await asked("q")
        _ = await q.nextRun()
        let r = ScriptedProvider(name: "r")
        async let second: Void = client.switchProvider(to: r)
        let run = await r.nextRun()
        await #expect(
            throws: FlagError(.general, "The switch to the provider 'q' was replaced by a later switch.")
        ) { try await first.value }
        run.answer(["limit": 3], provider: "r")
        try await second
        #expect(client[.limit] == 3)
        await q.untilClosed()
        await scripted.providers.first { $0.name == "p" && $0.isAsked }?.untilClosed()
        await client.shutdown()
    }

    @Test("Applies a later configuration after a switch")
    func thenApply() async throws {
        let (client, _) = try await startedFromFile()
        async let used: Void = client.switchProvider(to: "q")
        let q = try await asked("q")
        await q.nextRun().answer(["limit": 2], provider: "q")
        try await used
        write(
            #"{"version": 1, "active": "q", "providers": {"p": {"type": "scripted"}, "q": {"type": "scripted"}}}"#)
        try await client.applyConfiguration(.file("halyard.json"))
        #expect(client[.limit] == 2)
        #expect(q.closeCount == 0, "the provider already serves")
        await client.shutdown()
    }

    // MARK: Rollback

    @Test("Serves the previous flags on rollback, and resumes from them")
    func rollback() async throws {
        let (client, p, _) = try await switched()
        var changes = client.changes.makeAsyncIterator()
        try await client.rollback()
        #expect(client[.limit] == 1)
        #expect(client.providerName == "p")
        #expect(client.status == .stale)
        #expect(await changes.next()?.map(\.description) == ["limit: 2 -> 1"])
        let run = await p.nextRun()
        #expect(run.request.resume?.table.keys == ["limit"])
        #expect(run.request.cause == .swap)
        run.answer(["limit": 5], provider: "p")
        #expect(client[.limit] == 5)
        #expect(client.status == .ready)
        try await client.rollback()
        #expect(client[.limit] == 2, "a second rollback returns to q")
        await client.shutdown()
    }

    @Test("Waits for the provider on rollback if the context has changed")
    func rollbackForAnother() async throws {
        let (client, p, q) = try await switched()
        async let changed = client.setContext(.user("somebody else"))
        await q.nextRun().answer(["limit": 3], provider: "q")
        #expect(await changed == .completed)
        async let back: Void = client.rollback()
        let run = await p.nextRun()
        #expect(client[.limit] == 3)
        #expect(run.request.resume == nil)
        run.answer(["limit": 4], provider: "p")
        try await back
        #expect(client[.limit] == 4)
        await client.shutdown()
    }

    @Test("Erases the previous provider's flags for a later rollback")
    func rollbackAfterErase() async throws {
        let (client, p, q) = try await switched()
        await p.untilClosed()
        await client.erase(.anonymous)
        #expect(p.erased == [.anonymous])
        #expect(q.erased == [.anonymous])
        async let back: Void = client.rollback()
        let run = await p.nextRun()
        #expect(run.request.resume == nil)
        #expect(client[.limit] == 2)
        run.answer(["limit": 3], provider: "p")
        try await back
        #expect(client[.limit] == 3)
        await client.shutdown()
    }

    @Test("Rejects a rollback without an earlier provider or after the shutdown")
    func nothingToReturnTo() async throws {
        let (client, _) = try await startedFromFile()
        await #expect(
            throws: FlagError(
                .general,
                "There's no earlier provider to return to. Choose a provider with switchProvider(to:).")
        ) { try await client.rollback() }
        await client.shutdown()
        let ended = FlagError(.providerNotReady, "The client was shut down. Create a new one to read flags.")
        await #expect(throws: ended) { try await client.rollback() }
        await #expect(throws: FlagError.self) { try await client.switchProvider(to: "q") }
    }

    // MARK: Readers

    @Test("Closes a provider after its last reader, and counts all its reads")
    func lastReaders() async throws {
        let sink = RecordingSink()
        let (old, new) = (ScriptedProvider(name: "old", sinks: ["old": sink]), ScriptedProvider(name: "new"))
        let client = FlagClient(provider: old, options: .manual(time))
        await old.start(client)
        var view: FlagSnapshot? = client.snapshot()
        async let used: Void = client.switchProvider(to: new)
        await new.nextRun().answer(["limit": 2], provider: "new")
        try await used
        #expect(view?[.limit] == 1)
        #expect(old.closeCount == 0)
        view = nil
        await old.untilClosed()
        #expect(sink.readCounts == ["limit": 1])
        await client.shutdown()
    }

    @Test("Closes a provider after a second even if the app keeps a view")
    func keptView() async throws {
        let (old, new) = (ScriptedProvider(name: "old"), ScriptedProvider(name: "new"))
        let client = FlagClient(provider: old, options: .manual(time))
        await old.start(client)
        let view = client.snapshot()
        async let used: Void = client.switchProvider(to: new, within: .seconds(100))
        await new.nextRun().answer(["limit": 2], provider: "new")
        try await used
        await time.awaitSleepers()
        time.advance(by: .seconds(1))
        await old.untilClosed()
        #expect(view[.limit] == 1)
        await client.shutdown()
    }
}
