// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Kill switch")
struct KillSwitchTests {
    private let time = ManualTime()  // 2026-01-01T00:00:00Z
    private let files = InMemoryFileSystem()
    private let provider = ScriptedProvider()

    private func write(_ flags: String, expires: String = "2026-01-01T01:00:00Z", note: String = "") {
        files.write(#"{"killSwitch": 1, "expires": "\#(expires)", "flags": \#(flags)\#(note)}"#, to: "kill.json")
    }

    private func killSwitchClient(_ source: KillSwitch? = nil, sinks: [any EventSink] = []) -> FlagClient {
        var options = FlagClient.Options()
        options.time = time
        options.overrides.allowedInRelease = true
        options.killSwitch = source ?? .file("kill.json", refresh: .seconds(30), files: files)
        return FlagClient(provider: provider, context: .user("a"), sinks: sinks, options: options)
    }

    @discardableResult
    private func start(_ client: FlagClient) async -> ScriptedProvider.Run {
        await provider.start(client, ["limit": 1, "new-nav": true])
    }

    /// Advances the time, and waits for a condition, because the client checks the kill switch in separate tasks.
    private func advance(
        by duration: Duration = .zero, at location: SourceLocation = #_sourceLocation, until isDone: () -> Bool
    ) async {
        time.advance(by: duration)
        await TestSupport.until(at: location, isDone)
    }

    // MARK: Errors

    @Test("Omits a URL's secrets from diagnostics and explanations")
    func secrets() async {
        let fetcher = DocumentFetcher { _ in throw FlagError(.general, "no") }
        let client = killSwitchClient(
            .url("https://user:secret@kill.test/a/kill.json?token=secret#secret", fetcher: fetcher))
        await start(client)
        await advance { !client.diagnostics.recent.isEmpty }
        let texts = client.diagnostics.recent.map(\.description) + ["\(client.explain("limit"))"]
        #expect(texts.allSatisfy { !$0.contains("secret") })
        #expect(texts[0].contains("https://kill.test/a/kill.json"))
        await client.shutdown()
    }

    @Test("Rejects a FIFO without blocking")
    func fifo() throws {
        let path = "/tmp/halyard-\(SystemRandom().next())"
        defer { unlink(path) }
        try #require(mkfifo(path, 0o600) == 0)
        let client = killSwitchClient(.file(path))
        #expect(client.diagnostics.recent.map(\.message).contains { $0.contains("Is a FIFO, not a regular file") })
    }

    @Test("Reports a missing file once, and applies it when it appears")
    func absent() async {
        let client = killSwitchClient()
        await start(client)
        #expect(client[.newNav])
        await time.awaitSleepers()
        for _ in 0..<3 {
            time.advance(by: .seconds(30))
            await time.awaitSleepers()
        }
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "killSwitchUnreadable", .error, location: .init(file: "kill.json"),
                    "The kill switch can't be read: No such file or directory.",
                    suggestion: "An earlier document applies until it expires. To end it now, write \"flags\": {}.")
            ])
        #expect(
            client.explain(.newNav).steps.first?.message == "kill.json hasn't been read.")
        write(#"{"new-nav": false}"#)
        await advance(by: .seconds(30)) { !client[.newNav] }
        await client.shutdown()
    }

    @Test("Keeps the last valid document until it expires, reporting errors once")
    func becomesWrong() async {
        write(#"{"new-nav": false}"#)
        let client = killSwitchClient()
        await start(client)
        await time.awaitSleepers(2)  // the next check and the expiry
        files.write("{", to: "kill.json")
        await advance(by: .seconds(30)) { client.diagnostics.recent.count == 1 }
        await time.awaitSleepers(2)
        time.advance(by: .seconds(30))
        await time.awaitSleepers(2)
        #expect(!client[.newNav])
        files.remove("kill.json")
        await advance(by: .seconds(30)) { client.diagnostics.recent.count == 2 }
        await time.awaitSleepers(2)
        time.advance(by: .seconds(30))
        #expect(client.diagnostics.recent.map(\.code) == ["jsonUnexpectedEnd", "killSwitchUnreadable"])
        #expect(!client[.newNav])
        time.advance(by: .seconds(3600))
        #expect(client[.newNav])
        await client.shutdown()
    }

    @Test("Reports and ignores an expired document")
    func expiredFromTheStart() async {
        write(#"{"new-nav": false}"#, expires: "2025-12-31T23:59:59.999Z")
        let client = killSwitchClient()
        await start(client)
        #expect(client[.newNav])
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "killSwitchExpired", .warning, location: .init(file: "kill.json", pointer: "/expires"),
                    "The kill switch expired at 2025-12-31T23:59:59.999Z and has no effect.",
                    suggestion: "Set another expiry, or remove its flags.")
            ])
        await client.shutdown()
    }

    @Test("Gives up a stalled URL at the deadline, and reports failures once")
    func stalls() async throws {
        let answers = Lock<[Result<DocumentFetcher.Answer, FlagError>]>([])
        let fetcher = DocumentFetcher { [time] request in
            let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let answer else {
                try await time.sleep(for: .seconds(1_000_000))
                throw CancellationError()
            }
            return try answer.get()
        }
        let client = killSwitchClient(.url("x://kill", refresh: .seconds(60), fetcher: fetcher))
        await start(client)
        await time.awaitSleepers(2)  // the fetch and its deadline
        await advance(by: .seconds(10)) { client.diagnostics.recent.count == 1 }
        #expect(
            client.diagnostics.recent.map(\.message) == ["The kill switch can't be read: no response within 10 s."]
        )
        answers.withLock { $0 = [.failure(FlagError(.general, "500"))] }
        await time.awaitSleepers(2)  // the abandoned fetch and the next check
        await advance(by: .seconds(60)) { client.diagnostics.recent.count == 2 }
        await time.awaitSleepers(2)
        let good = #"{"killSwitch": 1, "expires": "2026-01-01T01:00:00Z", "flags": {"new-nav": false}}"#
        answers.withLock { $0 += [.success(.document(Array(good.utf8), validator: "W/1"))] }
        await advance(by: .seconds(60)) { !client[.newNav] }
        #expect(client.diagnostics.recent.count == 2)
        await client.shutdown()
    }

    // MARK: Valid documents

    @Test("Takes precedence over overrides and the provider")
    func precedence() async {
        write(#"{"limit": 0}"#, note: #", "note": "INC-4711""#)
        let client = killSwitchClient()
        #expect(client[.limit] == 0)
        client.overrides.set(.limit, 7)
        client.overrides.set(.newNav, false)
        let run = await start(client)
        run.end(throwing: FlagError(.providerFatal, "revoked"))
        let details = client.details(of: .limit)
        #expect(details.value == 0)
        #expect(details.origin == Origin(.killSwitch, provider: nil))
        #expect(details.metadata == ["expires": "2026-01-01T01:00:00.000Z", "note": "INC-4711"])
        #expect(!client[.newNav])
        #expect(client.allFlags == ["limit": 0, "new-nav": false])
        await client.shutdown()
        #expect(client[.limit] == 10)
    }

    @Test("Stops applying to reads exactly at its expiry")
    func exactExpiry() {
        write(#"{"limit": 0, "own": 1}"#)
        let client = killSwitchClient()
        client.overrides.set(.limit, 7)
        let view = client.snapshot()
        time.advance(by: .milliseconds(3_599_999))
        #expect(client[.limit] == 0)
        #expect(client.allFlags == ["limit": 0, "own": 1])
        time.advance(by: .milliseconds(1))
        #expect(client[.limit] == 7)
        #expect(view[.limit] == 7)
        #expect(client.details(of: .limit).origin.kind == .override)
        #expect(client.details(of: FlagKey("own", default: 5)).error?.code == .providerNotReady)
        #expect(client.allFlags == ["limit": 7])
        #expect(client.explain(.limit).steps.map(\.outcome) == [.passed, .used, .used, .passed])
    }

    @Test("Notifies observers of new, changed, emptied, and expired documents")
    func observers() async {
        write(#"{"limit": 0}"#)
        let client = killSwitchClient()
        await start(client)
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 0)
        await time.awaitSleepers(2)
        write(#"{"limit": 5}"#, expires: "2026-01-01T00:10:00Z")
        time.advance(by: .seconds(30))
        #expect(await values.next() == 5)
        await time.awaitSleepers(2)
        time.advance(by: .seconds(570))
        #expect(await values.next() == 1)
        await time.awaitSleepers()
        write(#"{"limit": 6}"#, expires: "2026-01-02T00:00:00Z")
        time.advance(by: .seconds(30))
        #expect(await values.next() == 6)
        await time.awaitSleepers(2)
        write("{}")
        time.advance(by: .seconds(30))
        #expect(await values.next() == 1)
        #expect(client.diagnostics.recent.isEmpty)
        await client.shutdown()
    }

    @Test("Doesn't request a URL offline")
    func offline() async {
        let asked = Lock(0)
        let fetcher = DocumentFetcher { _ in
            asked.withLock { $0 += 1 }
            return .notModified
        }
        var options = FlagClient.Options()
        options.time = time
        options.isOnline = false
        options.killSwitch = .url("x://kill", refresh: .seconds(1), fetcher: fetcher)
        let client = FlagClient(provider: InMemoryFlagProvider(["limit": 1], time: time), options: options)
        await client.start()
        await time.awaitSleepers()
        time.advance(by: .seconds(1))
        await time.awaitSleepers()
        #expect(asked.withLock { $0 } == 0)
        await client.setOnline(true)
        time.advance(by: .seconds(1))
        await until { asked.withLock({ $0 }) != 0 }
        await time.awaitSleepers()
        #expect(asked.withLock { $0 } == 1)
        await client.shutdown()
    }

    @Test("Keeps the flags and their counts for an equal document")
    func equal() async {
        write(#"{"limit": 0}"#)
        let sink = RecordingSink()
        let client = killSwitchClient(sinks: [sink])
        await start(client)
        await time.awaitSleepers(2)
        #expect(client[.limit] == 0)
        write(#"{"limit": 0}"#)
        let sequence = client.state.sequence
        time.advance(by: .seconds(30))
        await time.awaitSleepers(2)
        #expect(client[.limit] == 0)
        #expect(client.state.sequence == sequence)
        await client.shutdown()
        #expect(sink.lines.contains("counted for user:a: limit=0/10 x2+0"))
    }

    @Test("Explains the kill switch's value, expiry, note, and precedence")
    func explained() async {
        write(#"{"limit": 0}"#, note: #", "note": "INC-4711""#)
        let client = killSwitchClient()
        client.overrides.set(.limit, 7)
        await start(client)
        #expect(
            client.explain(.limit).description == """
                limit = 0 (STATIC) for user:a
                  1. killSwitch [used] kill.json sets 0 until 2026-01-01T01:00:00.000Z (INC-4711).
                  2. override [passed] Code sets 7, but the kill switch takes precedence.
                  3. coercion [used] The value is read as Int.
                  4. default [passed] The default value isn't needed.
                """)
        #expect(
            client.explain(.limit).steps.first?.facts == [
                "source": "kill.json", "expiresAt": "2026-01-01T01:00:00.000Z", "note": "INC-4711", "value": 0,
            ])
        #expect(client.explain(.newNav).steps.map(\.layer) == [.killSwitch, .override, .provider, .coercion, .default])
        #expect(client.explain(.newNav).steps.first?.message == "kill.json doesn't contain this flag.")
        time.advance(by: .seconds(3600))
        #expect(client.explain(.limit).steps.first?.message == "kill.json expired at 2026-01-01T01:00:00.000Z.")
        await client.shutdown()
    }

    @Test("Stops checking when the client is released")
    func letGo() async {
        write("{}")
        do {
            let client = killSwitchClient()
            await start(client)
            await time.awaitSleepers()
        }
        await until { time.sleeperCount == 0 }
    }
}
