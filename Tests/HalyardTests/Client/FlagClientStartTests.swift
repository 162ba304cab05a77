// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("FlagClient: start")
struct FlagClientStartTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()

    private var client: FlagClient {
        FlagClient(provider: provider, context: .user("a"), options: .manual(time))
    }

    @Test("Describes each result with the reason and what to do")
    func sentences() {
        #expect("\(FlagClient.StartResult.ready)" == "The provider's flags are in place.")
        #expect(
            "\(FlagClient.StartResult.cached(FlagError(.general, "503")))"
                == "Older flags are served instead of the provider's. GENERAL: 503. "
                + "The client continues to retry. Check its diagnostics for details.")
        #expect(
            "\(FlagClient.StartResult.defaults(FlagError(.providerFatal, "401: the key is refused")))"
                == "Default values are served, because there are no flags. PROVIDER_FATAL: 401: the key is refused. "
                + "The provider doesn't retry. Fix the error, then call refresh().")
    }

    @Test("Returns defaults with an error before the start")
    func notStarted() {
        let client = client
        #expect(client[.limit] == 10)
        #expect(
            client.details(of: .limit).error
                == FlagError(
                    .providerNotReady,
                    "The provider 'scripted' has no flags (NOT_READY). Wait for the result of start(within:) or setContext(_:within:)."
                ))
        #expect(client.status == .notReady)
    }

    @Test("Reports ready when the provider responds")
    func ready() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let run = await provider.nextRun()
        #expect(run.request.context == .user("a"))
        #expect(run.request.cause == .start)
        #expect(run.request.mode == .online)
        #expect(run.request.resume == nil)
        run.answer(["limit": 5])
        #expect(client[.limit] == 5, "visible when publish returns")
        #expect(await result == .ready)
        #expect(client.status == .ready)
    }

    @Test("Serves cached flags immediately, but waits for the response")
    func cacheThenAnswer() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let run = await provider.nextRun()
        run.cache(["limit": 4])
        #expect(client[.limit] == 4)
        #expect(client.status == .stale)
        run.answer(["limit": 5])
        #expect(await result == .ready)
        #expect(client[.limit] == 5)
    }

    @Test("Completes with cached flags if the caller waits for any flags")
    func usable() async {
        let client = client
        async let result = client.start(within: .seconds(2), until: .anyFlags)
        let run = await provider.nextRun()
        run.cache(["limit": 4])
        #expect(
            await result
                == .cached(FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet.")))
    }

    @Test("Waits for the first flags through failed attempts")
    func firstFlags() async {
        let client = client
        async let result = client.start(within: .seconds(60), until: .firstFlags)
        async let failed = client.start(within: .seconds(60))
        let run = await provider.nextRun()
        let error = FlagError(.general, "503")
        await time.awaitSleepers(2)
        run.fail(error)
        #expect(await failed == .defaults(error))
        run.fail(error)
        run.answer(["limit": 5])
        #expect(await result == .ready)
        #expect(client[.limit] == 5)
    }

    @Test("Completes a wait for the first flags with cached flags")
    func firstFlagsOfCache() async {
        let client = client
        async let result = client.start(within: .seconds(60), until: .firstFlags)
        let run = await provider.nextRun()
        run.fail(FlagError(.general, "503"))
        run.cache(["limit": 4])
        #expect(
            await result
                == .cached(FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet.")))
    }

    @Test("Ends a wait for the first flags when the provider gives up", arguments: [true, false])
    func firstFlagsNever(isThrown: Bool) async {
        let client = client
        async let result = client.start(within: .seconds(60), until: .firstFlags)
        let run = await provider.nextRun()
        let error = FlagError(.providerFatal, "401")
        if isThrown { run.end(throwing: error) } else { run.fail(error) }
        #expect(await result == .defaults(error))
    }

    @Test("Suggests a new client after the shutdown")
    func startAfterEnd() async {
        let client = client
        await client.shutdown()
        #expect(
            await client.start().description
                == "Default values are served. The client was shut down. Create a new one to read flags.")
    }

    @Test("Serves defaults at the deadline, and the flags when they arrive")
    func deadlineWithoutFlags() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let run = await provider.nextRun()
        await time.awaitSleepers()
        time.advance(by: .seconds(2))
        #expect(
            await result
                == .defaults(FlagError(.providerNotReady, "The provider didn't respond within 2.0 seconds.")))
        run.answer(["limit": 5])
        #expect(client[.limit] == 5)
    }

    @Test("Serves cached flags at the deadline")
    func deadlineWithCache() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let run = await provider.nextRun()
        run.cache(["limit": 4])
        await time.awaitSleepers()
        time.advance(by: .seconds(2))
        #expect(
            await result
                == .cached(FlagError(.providerNotReady, "The provider didn't respond within 2.0 seconds.")))
        #expect(client[.limit] == 4)
    }

    @Test("Returns immediately with a zero deadline")
    func zeroDeadline() async {
        let result = await client.start(within: .zero)
        #expect(result == .defaults(FlagError(.providerNotReady, "The provider didn't respond within 0.0 seconds.")))
    }

    @Test("Returns a published error, and recovers with a later response")
    func failureThenAnswer() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let run = await provider.nextRun()
        let error = FlagError(.general, "The service responded with status 503.")
        run.fail(error)
        #expect(await result == .defaults(error))
        #expect(client.status == .error)
        #expect(client.details(of: .limit).error?.message.hasSuffix("The service responded with status 503.") == true)
        run.answer(["limit": 5])
        #expect(client.status == .ready)
        #expect(client.state.error == nil)
    }

    @Test("Reports a thrown fatal error as fatal")
    func thrown() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let error = FlagError(.providerFatal, "The key was refused.")
        await provider.nextRun().end(throwing: error)
        #expect(await result == .defaults(error))
        #expect(client.status == .fatal)
        #expect(client.details(of: .limit).error?.code == .providerFatal)
    }

    @Test("Reports an error if the provider ends without flags")
    func endedWithoutFlags() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        await provider.nextRun().end()
        let error = FlagError(
            .general, "The provider 'scripted' ended without publishing flags. Publish a flag set, or throw an error.")
        #expect(await result == .defaults(error))
    }

    @Test("Keeps serving flags after the provider ends")
    func endedWithFlags() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let run = await provider.nextRun()
        run.cache(["limit": 4])
        run.end()
        #expect(
            await result == .cached(FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet.")))
        #expect(client[.limit] == 4)
    }

    @Test("Joins a start in progress, and returns immediately after it")
    func secondStart() async {
        let client = client
        async let first = client.start(within: .seconds(2))
        let run = await provider.nextRun()
        async let second = client.start(within: .seconds(2))
        await time.awaitSleepers(2)
        run.answer(["limit": 5])
        #expect(await first == .ready)
        #expect(await second == .ready)
        #expect(await client.start(within: .seconds(2)) == .ready)
    }

    @Test("Returns the error of a provider that gave up, and retries on refresh")
    func joiningAfterTheEnd() async {
        let client = client
        async let first = client.start(within: .seconds(2))
        let error = FlagError(.providerFatal, "The key was refused.")
        await provider.nextRun().end(throwing: error)
        #expect(await first == .defaults(error))
        #expect(await client.start(within: .seconds(2)) == .defaults(error))
        #expect(await client.setContext(.user("a")) == .failed(error))
        async let again = client.refresh()
        await provider.nextRun().answer(["limit": 5])
        #expect(await again == .completed)
        #expect(client[.limit] == 5)
    }

    @Test("Ends waits for flags and for a response if flags come with an error")
    func usableWithError() async {
        let client = client
        async let usable = client.start(within: .seconds(2), until: .anyFlags)
        let run = await provider.nextRun()
        async let answer = client.start(within: .seconds(2))
        await time.awaitSleepers(2)
        let error = FlagError(.general, "The service responded with status 503.")
        run.channel.publish(.stale(run.snapshot(["limit": 4], provider: "scripted"), error: error))
        #expect(await usable == .cached(error))
        #expect(await answer == .cached(error))
        #expect(client[.limit] == 4)
    }

    @Test("Returns to a canceled caller without stopping the provider")
    func cancelledCaller() async {
        let client = client
        let waiting = Task { await client.start(within: .seconds(2)) }
        let run = await provider.nextRun()
        waiting.cancel()
        #expect(
            await waiting.value
                == .defaults(
                    FlagError(
                        .providerNotReady, "The waiting task was canceled before the provider responded.")))
        #expect(run.answer(["limit": 5]))
        #expect(client[.limit] == 5)
    }
}
