// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Client overrides")
struct ClientOverridesTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()

    private func overridableClient(contextChange: FlagClient.ContextChangePolicy = .keepFlags) -> FlagClient {
        FlagClient(
            provider: provider, context: .user("a"),
            options: .manual(time) {
                $0.contextChange = contextChange
                $0.overrides.allowedInRelease = true
            })
    }

    @discardableResult
    private func start(_ client: FlagClient) async -> ScriptedProvider.Run {
        await provider.start(client, ["limit": 1, "greeting": "hi"])
    }

    @Test("Doesn't treat overrides as a response or as usable flags")
    func waits() async {
        let client = overridableClient()
        client.overrides.set(.limit, 7)
        #expect(client[.limit] == 7)
        #expect(client.details(of: .limit).error == nil)
        let start = await client.start(within: .zero, until: .anyFlags)
        #expect(start == .defaults(FlagError(.providerNotReady, "The provider didn't respond within 0.0 seconds.")))
        #expect(client[.limit] == 7)
        #expect(client.state.flagSet == nil)
        #expect(client.details(of: .greeting).error?.code == .providerNotReady)
    }

    @Test("Restores the provider's latest values when an override is removed")
    func below() async {
        let client = overridableClient()
        let run = await start(client)
        client.overrides.set(.limit, 7)
        run.answer(["limit": 2, "greeting": "ho"])
        #expect(client[.limit] == 7)
        #expect(client[.greeting] == "ho")
        #expect(client.state.flagSet?.table["limit"]?.value == 2)
        #expect(client.allFlags == ["limit": 7, "greeting": "ho"])
        run.answer([:])
        #expect(client.allFlags == ["limit": 7])
        client.overrides.set("limit", nil)
        #expect(client.allFlags == [:])
        await client.shutdown()
    }

    @Test("Returns the caller's default for a null override")
    func null() async {
        let client = overridableClient()
        await start(client)
        client.overrides.set("limit", .null)
        #expect(client[.limit] == 10)
        #expect(client.details(of: .limit).origin == Origin(.override, provider: nil))
        #expect(client.allFlags == ["greeting": "hi"])
        await client.shutdown()
    }

    @Test("Reports a type mismatch for an override of another type")
    func mismatch() async {
        let client = overridableClient()
        await start(client)
        client.overrides.set("limit", "many")
        #expect(client[.limit] == 10)
        #expect(client.details(of: .limit).error?.code == .typeMismatch)
        await client.shutdown()
    }

    @Test("Keeps an override through errors, context changes, and switches")
    func everywhere() async {
        let client = overridableClient(contextChange: .clearFlags)
        let run = await start(client)
        client.overrides.set(.limit, 7)
        run.end(throwing: FlagError(.providerFatal, "revoked"))
        async let change = client.setContext(.user("b"))
        _ = await provider.nextRun()
        #expect(client[.limit] == 7)
        #expect(client[.greeting] == "hello")
        let next = InMemoryFlagProvider(["limit": 3, "greeting": "next"], name: "next", time: time)
        #expect(await client.swap(to: next) == .completed)
        _ = await change
        #expect(client[.limit] == 7)
        #expect(client[.greeting] == "next")
        next.set(.limit, 4)
        #expect(client[.limit] == 7)
        client.overrides.removeAll()
        #expect(client[.limit] == 4)
        await client.shutdown()
    }

    @Test("Ignores overrides after the shutdown")
    func shutdown() async {
        let client = overridableClient()
        await start(client)
        client.overrides.set(.limit, 7)
        await client.shutdown()
        #expect(client[.limit] == 10)
        client.overrides.set(.limit, 8)
        #expect(client[.limit] == 10)
        #expect(client.allFlags == [:])
    }

    @Test("Notifies observers of overrides")
    func observers() async {
        let client = overridableClient()
        await start(client)
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 1)
        client.overrides.set(.limit, 7)
        #expect(await values.next() == 7)
        client.overrides.removeAll()
        #expect(await values.next() == 1)
        await client.shutdown()
    }

    @Test("Stores the raw values of enumeration overrides")
    func enumeration() {
        let client = overridableClient()
        client.overrides.set(.plan, .gold)
        #expect(client[.plan] == .gold)
        #expect(client.overrides.values == ["plan": "gold"])
    }

    @Test("Sends events of overridden flags only to the app's sinks")
    func sinks() async {
        let (own, app) = (RecordingSink(interest: .every), RecordingSink(interest: .every))
        let provider = InMemoryFlagProvider(["limit": 1, "greeting": "hi"], name: "p", time: time)
        let client = FlagClient(
            provider: WithSink(inner: provider, sink: own), sinks: [app],
            options: .manual(time) { $0.overrides.allowedInRelease = true })
        await client.start()
        client.overrides.set(.limit, 7)
        #expect(client[.limit] == 7)
        #expect(client[.greeting] == "hi")
        await client.shutdown()
        #expect(
            own.lines.filter { !$0.hasPrefix("identified") } == [
                "changed greeting, limit", "evaluated greeting = \"hi\" value ok",
                "counted for user:anonymous: greeting=\"hi\"/\"hello\" x1+0", "flush",
            ])
        #expect(
            app.lines.filter { !$0.hasPrefix("identified") } == [
                "changed greeting, limit", "changed limit", "evaluated limit = 7 value ok",
                "evaluated greeting = \"hi\" value ok",
                "counted for user:anonymous: greeting=\"hi\"/\"hello\" x1+0, limit=7/10 x1+0", "flush",
            ])
    }

    @Test("Explains the override's source without a provider step")
    func explained() async {
        let client = overridableClient()
        await start(client)
        client.overrides.set(.limit, 7)
        #expect(
            client.explain(.limit).description == """
                limit = 7 (STATIC) for user:a
                  1. override [used] Code sets 7.
                  2. coercion [used] The value is read as Int.
                  3. default [passed] The default value isn't needed.
                """)
        #expect(client.explain(.limit).steps.first?.facts == ["value": 7, "source": "code"])
        #expect(client.explain(.greeting).steps.first?.message == "Overrides are active, but none for this flag.")
        await client.shutdown()
    }

    @Test("Supports concurrent overrides and reads")
    func threads() async {
        let client = overridableClient()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        client.overrides.set("f\(number)", .int(Int64(round)))
                        if client.int("f\(number)", default: -1) != round { Issue.record("not visible immediately") }
                    }
                    client.overrides.set("f\(number)", nil)
                }
            }
        }
        #expect(client.overrides.values.isEmpty)
    }
}

private struct WithSink: ProviderWrapper {
    let inner: any FlagProvider
    let sink: any EventSink

    var sinks: [ProviderSink] { [ProviderSink(sink, of: inner.name)] }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await inner.run(request, into: channel)
    }
}
