// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Reads that return defaults")
struct UnansweredReadTests {
    private let provider = ScriptedProvider()

    @Test("Reports only the first read before the start")
    func early() async {
        let client = FlagClient(provider: InMemoryFlagProvider(["limit": 1]), options: .manual())
        _ = client[.limit]
        _ = client.bool("new-nav", default: false)
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "readBeforeStart", .warning,
                    "The flag \"limit\" was read before the client was started. Until then, reads return their default values.",
                    suggestion: "Call start(within:) before the first read.")
            ])
        await client.start()
        #expect(client[.limit] == 1)
        #expect(client.diagnostics.recent.count == 1)
    }

    @Test("Reports no read during the start")
    func starting() async {
        let client = FlagClient(provider: provider, options: .manual())
        async let start = client.start(within: .seconds(600))
        let run = await provider.nextRun()
        _ = client[.limit]
        run.answer(["limit": 1])
        #expect(await start == .ready)
        #expect(client.diagnostics.recent == [])
    }

    @Test("Reports a view's read before the start unless the client starts soon", arguments: [true, false])
    func earlyView(isStarted: Bool) async {
        let time = ManualTime()
        let client = FlagClient(provider: InMemoryFlagProvider(["limit": 1]), options: .manual(time))
        for _ in 0..<2 { #expect(client.displayValue(of: .limit) == 10) }
        await time.awaitSleepers()
        #expect(client.diagnostics.recent == [])
        if isStarted { await client.start() }
        time.advance(by: .seconds(10))
        if !isStarted {
            await until { !client.diagnostics.recent.isEmpty }
            #expect(client.diagnostics.recent.map(\.code) == ["readBeforeStart"])
        }
        await client.shutdown()
        if isStarted { #expect(client.diagnostics.recent == []) }
    }

    @Test("Reports the first 100 unknown flags")
    func manyUnknown() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]))
        for number in 0..<120 { _ = client.bool("made-up-\(number)", default: false) }
        #expect(client.diagnostics.recent.last?.subject == "made-up-99")
        #expect(client.string("limit", default: "") == "")
        #expect(client.diagnostics.recent.last?.code == "typeMismatch")
    }

    @Test("Reports an unknown flag once, with the nearest known key")
    func unknown() async {
        let client = FlagClient(provider: InMemoryFlagProvider(["new-nav": true, "limit": 1]), options: .manual())
        await client.start()
        for _ in 0..<2 { _ = client.bool("new-nva", default: false) }
        _ = client.details(of: FlagKey("checkout-color", default: "red"))
        _ = client.explain("not-a-read")
        let message = "The provider 'memory' has no flag with this key, so reads return their default values."
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "unknownFlag", .warning, subject: "new-nva", message, suggestion: "Did you mean \"new-nav\"?"),
                Diagnostic(
                    "unknownFlag", .warning, subject: "checkout-color", message,
                    suggestion: "Check the flag key, or create the flag."),
            ])
    }

    @Test("Reports an unlisted flag with a similar known key in debug builds")
    func unlisted() async {
        let client = FlagClient(provider: provider, context: .user("a"), options: .manual())
        async let start = client.start(within: .seconds(600))
        let run = await provider.nextRun()
        var listed = run.snapshot(["new-nav": true], provider: "scripted")
        listed.missingFlags = .off
        run.channel.publish(.ready(listed))
        #expect(await start == .ready)
        #expect(client.bool("new-nva", default: true) == false)
        #expect(client.bool("checkout", default: true) == false)
        #if DEBUG
            #expect(
                client.diagnostics.recent == [
                    Diagnostic(
                        "unlistedFlag", .info, subject: "new-nva",
                        "The provider 'scripted' lists only flags that are on. This flag isn't listed, so it's off.",
                        suggestion: "Did you mean \"new-nav\"?")
                ])
        #else
            #expect(client.diagnostics.recent == [])
        #endif
    }

    @Test("Reports once that a view's context can't be evaluated")
    func otherContext() async {
        let (client, _) = await provider.startedClient()
        for name in ["bob", "eve"] {
            let view = client.snapshot(for: .user(name))
            #expect(view[.limit] == 10)
        }
        #expect(client.diagnostics.recent.map(\.code) == ["contextNotEvaluated"])
        #expect(
            client.diagnostics.recent.first?.message.hasPrefix(
                "Reads for a context other than the client's return their default values. ") == true)
        #expect(client.snapshot(for: .user("a"))[.limit] == 1)
    }

    @Test("Reports a throwing hook once", arguments: [true, false])
    func failingHook(isBefore: Bool) async {
        struct NotAllowed: Error, CustomStringConvertible { let description = "not allowed" }
        struct Guarding: EvaluationHook {
            let isBefore: Bool

            func before(_ context: HookContext, _ data: inout HookData) throws {
                if isBefore { throw NotAllowed() }
            }

            func after(
                _ context: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData
            ) throws {
                if !isBefore { throw NotAllowed() }
            }
        }
        let (client, _) = await provider.startedClient { $0.hooks = [Guarding(isBefore: isBefore)] }
        for _ in 0..<2 { #expect(client[.limit] == 10) }
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "hookFailed", .warning, subject: "Guarding",
                    "The hook threw an error during a read of \"limit\", so the read returns its default value. not allowed",
                    suggestion: "Throw from before or after only if a read must not return the flag's value.")
            ])
    }
}
