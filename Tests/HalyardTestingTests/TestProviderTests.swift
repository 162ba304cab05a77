// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing

@Suite("Test provider")
struct TestProviderTests {
    private let provider = TestProvider(["limit": 1])
    private let time = ManualTime()

    private func makeClient() -> FlagClient {
        var options = FlagClient.Options()
        options.time = time
        return FlagClient(provider: provider, context: .user("a"), options: options)
    }

    @Test("Responds immediately, and publishes changes before calls return")
    func answers() async {
        let client = makeClient()
        #expect(await client.start() == .ready)
        #expect(client.details(of: .limit).description == "limit = 1 (default, STATIC, memory: test-provider)")
        provider.set(.limit, 2)
        provider.set(.layout, .grid)
        provider.set(.plan, .gold)
        provider.set(["new-nav": true, "search": false])
        #expect([client[.limit]] == [2])
        #expect(client[.layout] == .grid)
        #expect(client[.plan] == .gold)
        #expect([client[.newNav], client[.search]] == [true, false])
        provider.set("limit", nil)
        #expect(client[.limit] == 10)
    }

    @Test("Holds its response until the test releases it")
    func holding() async throws {
        provider.hold()
        let client = makeClient()
        async let start = client.start(within: .seconds(2))
        #expect(try await provider.nextRequest().cause == .start)
        provider.set(.limit, 2)
        #expect(client.status == .notReady)
        #expect(client[.limit] == 10)
        provider.answer()
        #expect(client[.limit] == 2, "the client has the response when the call returns")
        #expect(await start == .ready)
    }

    @Test("Keeps the flags of running clients while it holds its response")
    func holdingLater() async {
        let client = makeClient()
        await client.start()
        provider.hold()
        provider.set(.limit, 2)
        #expect(client.status == .ready)
        #expect(client[.limit] == 1)
        provider.answer()
        #expect(client[.limit] == 2)
    }

    @Test("Lets a deadline pass while it holds its response")
    func deadline() async throws {
        provider.hold()
        let client = makeClient()
        async let start = client.start(within: .seconds(2))
        _ = try await provider.nextRequest()
        await time.untilSleeping()
        time.advance(by: .seconds(2))
        #expect(
            await start == .defaults(FlagError(.providerNotReady, "The provider didn't respond within 2.0 seconds.")))
    }

    @Test("Fails at the start, and recovers")
    func failing() async {
        let error = FlagError(.general, "503")
        provider.fail(error)
        let client = makeClient()
        #expect(await client.start() == .defaults(error))
        provider.set(.limit, 2)
        #expect(client.status == .error)
        #expect(client[.limit] == 10, "a service that fails delivers nothing")
        provider.answer()
        #expect(client.status == .ready)
        #expect(client[.limit] == 2)
    }

    @Test("Keeps the flags when it fails temporarily or permanently")
    func failingLater() async {
        let client = makeClient()
        await client.start()
        provider.fail()
        #expect(client.state.error == FlagError(.general, "The test made the provider fail."))
        #expect(client.status == .stale)
        provider.fail(FlagError(.providerFatal, "The key was revoked."))
        #expect(client.status == .fatal)
        #expect(client[.limit] == 1)
    }

    @Test("Serves stale flags without a response")
    func stale() async throws {
        provider.goStale()
        let client = makeClient()
        #expect(
            await client.start(within: .seconds(2), until: .anyFlags)
                == .cached(FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet.")))
        #expect(client.status == .stale)
        #expect(client[.limit] == 1)
        let error = FlagError(.general, "offline")
        provider.goStale(error)
        #expect(client.state.error == error)
        provider.answer()
        #expect(client.status == .ready)
    }

    @Test("Records the requests, and returns them one by one")
    func requests() async throws {
        let client = makeClient()
        await client.start()
        await client.setContext(.user("b"))
        #expect(provider.requestCount == 2)
        #expect(provider.requests.map(\.context) == [.user("a"), .user("b")])
        #expect(try await provider.nextRequest().cause == .start)
        #expect(try await provider.nextRequest().cause == .contextChanged(from: .user("a")))
        async let next = provider.nextRequest()
        await client.refresh()
        #expect(try await next.cause == .refresh)
        await client.shutdown()
        #expect(provider.closeCount == 1)
        #expect(provider.runCount == 0)
    }

    @Test("Throws an error if no client sends a request")
    func nobody() async {
        let waiting = Task { [provider, time] in try await provider.nextRequest(within: .seconds(10), on: time) }
        await time.untilSleeping()
        time.advance(by: .seconds(10))
        let error = FlagError(
            .general,
            "No client sent a request to the provider 'test-provider' within 10.0 seconds (earlier requests: 0). "
                + "Start the client, or call a function that sends a request.")
        await #expect(throws: error) { try await waiting.value }
    }

    @Test("Stops waiting for a request when the test is canceled")
    func cancelled() async {
        let waiting = Task { [provider, time] in try await provider.nextRequest(within: .seconds(10), on: time) }
        await time.untilSleeping()
        waiting.cancel()
        await #expect(throws: FlagError.self) { try await waiting.value }
        #expect(time.sleeperCount == 0)
    }

    @Test("Records the contexts to erase")
    func erasing() async {
        await provider.erase(.user("a"))
        #expect(provider.erasedContexts == [.user("a")])
    }

    @Test("Supports variants and targeting")
    func targeting() async {
        provider.flags.set(
            "limit",
            definition: .init(variants: ["few": 1, "many": 9], defaultVariant: "few") { context in
                context.key == "b" ? "many" : nil
            })
        let client = makeClient()
        await client.start()
        #expect(client[.limit] == 1)
        await client.setContext(.user("b"))
        #expect(client.details(of: .limit).variant == "many")
    }
}
