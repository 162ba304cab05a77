// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Configuration updates: edge cases")
struct ApplyEdgeTests {
    private let scripted = ScriptedModule()
    private let files = InMemoryFileSystem()
    private let time = ManualTime()
    private let plain = #""providers": {"a": {"type": "memory", "flags": {"limit": 1}}}"#

    private func configured(_ configuration: ConfigurationSource, _ module: ProviderModule? = nil) async throws
        -> FlagClient
    {
        let client = try FlagClient(
            configuration: configuration, providers: [module ?? scripted.module], options: .manual(time),
            host: .files(files))
        await client.start()
        return client
    }

    @Test("Resolves file paths relative to the configuration's folder")
    func folders() async throws {
        let text = #"{"version": 1, "providers": {"p": {"type": "bootstrap", "file": "flags.json"}}}"#
        for (folder, limit) in [("a", 1), ("b", 2)] {
            files.write(text, to: "\(folder)/halyard.json")
            files.write(#"{"flags": {"limit": \#(limit)}}"#, to: "\(folder)/flags.json")
        }
        let client = try await configured(.file("a/halyard.json"))
        #expect(client[.limit] == 1)
        try await client.applyConfiguration(.file("b/halyard.json"))
        #expect(client[.limit] == 2)
    }

    @Test("Replaces the provider if only its name changes")
    func names() async throws {
        let providers =
            #""a": {"type": "memory", "flags": {"limit": 1}}, "b": {"type": "memory", "flags": {"limit": 1}}"#
        let client = try await configured(.json(#"{"version": 1, "active": "a", "providers": {\#(providers)}}"#))
        try await client.applyConfiguration(.json(#"{"version": 1, "active": "b", "providers": {\#(providers)}}"#))
        #expect(client.providerName == "b")
    }

    @Test("Replaces a provider that code swapped in")
    func afterSwap() async throws {
        let text = #"{"version": 1, \#(plain)}"#
        let client = try await configured(.json(text))
        await client.swap(to: InMemoryFlagProvider(["limit": 9], name: "code"))
        #expect(client[.limit] == 9)
        try await client.applyConfiguration(.json(text))
        #expect(client[.limit] == 1)
    }

    @Test("Discards the modules of a failed call")
    func modules() async throws {
        let client = try await configured(.json(#"{"version": 1, \#(plain)}"#))
        await #expect(throws: ConfigurationError.self) {
            try await client.applyConfiguration(.json("{}"), providers: [])
        }
        try await client.applyConfiguration(.json(#"{"version": 1, \#(plain), "sinks": [{"type": "recording"}]}"#))
        client.track("x")
        await client.flush()
        #expect(scripted.sinks.last?.lines.first == "tracked x null - by user:anonymous")
    }

    @Test("Applies the next configuration while a removed sink is flushing")
    func stuckSink() async throws {
        let gate = Signal()
        let made = Lock<FlagClient?>(nil)
        let module = ProviderModule(sinks: [
            SinkType("stuck") { _ in
                CallbackSink(onFlush: {
                    try? await made.withLock { $0 }?.applyConfiguration(.json("{}"))
                    await gate.wait()
                })
            }
        ])
        let client = try await configured(.json(#"{"version": 1, \#(plain), "sinks": [{"type": "stuck"}]}"#), module)
        made.withLock { $0 = client }
        try await client.applyConfiguration(.json(#"{"version": 1, \#(plain)}"#))
        try await client.applyConfiguration(
            .json(#"{"version": 1, "providers": {"a": {"type": "memory", "flags": {"limit": 2}}}}"#))
        #expect(client[.limit] == 2)
        gate.give()
        await client.shutdown()
        made.withLock { $0 = nil }
    }

    @Test("Keeps the old provider when the task is canceled")
    func cancelled() async throws {
        let client = try await configured(.json(#"{"version": 1, \#(plain)}"#))
        let applying = Task {
            try await client.applyConfiguration(
                .json(#"{"version": 1, "providers": {"p": {"type": "scripted"}}}"#), within: .seconds(3600))
        }
        await until { scripted.providers.last?.isAsked == true }
        applying.cancel()
        await #expect(throws: CancellationError.self) { try await applying.value }
        #expect(client[.limit] == 1)
    }

    @Test("Rejects a configuration after shutdown")
    func afterShutdown() async throws {
        let client = try await configured(.json(#"{"version": 1, \#(plain)}"#))
        await client.shutdown()
        await #expect(
            throws: FlagError(.providerNotReady, "The client was shut down. Create a new one to read flags.")
        ) {
            try await client.applyConfiguration(.json(#"{"version": 1, \#(plain), "sinks": [{"type": "recording"}]}"#))
        }
        #expect(scripted.sinks.isEmpty)
    }

    @Test("Releases a removed hook outside of all locks")
    func lettingGo() async throws {
        struct Hooked: EvaluationHook { let end: OnEnd }
        let held = Lock<FlagClient?>(nil)
        let answers = Recorder<String>()
        let module = ProviderModule(hooks: [
            HookType("hooked") { _ in
                let end = OnEnd {
                    guard let client = held.withLock({ $0 }) else { return }
                    let done = DispatchSemaphore(value: 0)
                    _ = BlockingThread.start {
                        answers.add("online \(client.isOnline), limit \(client[.limit])")
                        done.signal()
                    }
                    if done.wait(timeout: .now() + 600) == .timedOut { answers.add("locked out") }
                }
                return Hooked(end: end)
            }
        ])
        let client = try await configured(.json(#"{"version": 1, \#(plain), "hooks": [{"type": "hooked"}]}"#), module)
        held.withLock { $0 = client }
        try await client.applyConfiguration(.json(#"{"version": 1, \#(plain)}"#))
        #expect(answers.all == ["online true, limit 1"])
        held.withLock { $0 = nil }
        await client.shutdown()
    }

    @Test("Doesn't retain module objects after loading")
    func noLeak() throws {
        final class Token: Sendable {}
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            let hook = HookType("h") { _ in
                withExtendedLifetime(token) {}
                return LoggingHook { _ in }
            }
            let registry = ProviderRegistry([ProviderModule(hooks: [hook])])
            _ = try registry.load(.json(#"{"version": 1, \#(plain), "hooks": [{"type": "h"}]}"#))
            _ = registry.schema
        }
        #expect(kept == nil)
    }

    // MARK: Following a file

    private func configured(watching text: String) async throws -> FlagClient {
        files.write(text, to: "halyard.json")
        let client = try await configured(.file("halyard.json"))
        await time.awaitSleepers()
        return client
    }

    private func look() async {
        time.advance(by: .seconds(1))
        await time.awaitSleepers()
    }

    @Test("Stops watching the file immediately on shutdown")
    func ends() async throws {
        let client = try await configured(.json(#"{"version": 1, \#(plain)}"#))
        files.write(#"{"version": 1, \#(plain)}"#, to: "halyard.json")
        let following = Task { await client.watchConfiguration(at: "halyard.json", every: .seconds(1)) }
        await time.awaitSleepers()
        await client.shutdown()
        await following.value
        await client.watchConfiguration(at: "halyard.json", every: .seconds(1))
    }

    @Test("Doesn't watch a file in a canceled task")
    func cancelledBefore() async throws {
        let client = try await configured(.json(#"{"version": 1, \#(plain)}"#))
        let following = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await client.watchConfiguration(at: "nowhere.json", every: .seconds(1))
        }
        await following.value
        #expect(client.diagnostics.recent.isEmpty)
    }

    @Test("Reports a missing file once, and applies it when it returns")
    func missing() async throws {
        let text = #"{"version": 1, "watch": "1s", \#(plain)}"#
        let client = try await configured(watching: text)
        files.remove("halyard.json")
        for _ in 0..<5 { await look() }
        #expect(client.diagnostics.recent.map(\.code) == ["fileUnreadable"])
        files.write(text.replacing("1}", with: "7}"), to: "halyard.json")
        await look()
        await until { client[.limit] == 7 }
        await client.shutdown()
    }

    @Test("Reports a failing provider once, and retries at each check")
    func failing() async throws {
        let client = try await configured(watching: #"{"version": 1, "watch": "1s", \#(plain)}"#)
        files.write(#"{"version": 1, "watch": "1s", "providers": {"p": {"type": "scripted"}}}"#, to: "halyard.json")
        var asked = 0
        func next() async throws -> ScriptedProvider.Run {
            time.advance(by: .seconds(1))
            await until { scripted.providers.count(where: \.isAsked) > asked }
            let providers = scripted.providers.filter(\.isAsked)
            asked = providers.count
            let last = try #require(providers.last)
            return await last.nextRun()
        }
        for _ in 0..<2 {
            try await next().fail(FlagError(.general, "no service"))
            await until { !client.diagnostics.recent.isEmpty }
            await time.awaitSleepers()
        }
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "halyard.json: error: Can't apply the configuration: GENERAL: no service. "
                    + "Check the reason. The previous configuration remains active, and Halyard tries again."
            ])
        try await next().answer(["limit": 5], provider: "p")
        await until { client[.limit] == 5 }
        await client.shutdown()
    }
}
