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

    @Test("a result is a sentence with the reason, and what to do about it")
    func sentences() {
        #expect("\(FlagClient.StartResult.ready)" == "The provider's flags are in place.")
        #expect(
            "\(FlagClient.StartResult.cached(FlagError(.general, "503")))"
                == "Older flags are served instead of the provider's (GENERAL: 503). "
                + "The client continues to retry. Check its diagnostics for details.")
        #expect(
            "\(FlagClient.StartResult.defaults(FlagError(.providerFatal, "401: the key is refused")))"
                == "Default values are served, because there are no flags (PROVIDER_FATAL: 401: the key is refused). "
                + "The provider doesn't retry. Fix the error, then call refresh().")
    }

    @Test("before the start reads give defaults, and details say why")
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

    @Test("ready when the provider answers")
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

    @Test("cached flags are visible at once, but the wait goes on until the answer")
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

    @Test("cached flags end the wait of a caller who asked for usable ones")
    func usable() async {
        let client = client
        async let result = client.start(within: .seconds(2), until: .anyFlags)
        let run = await provider.nextRun()
        run.cache(["limit": 4])
        #expect(
            await result
                == .cached(FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet.")))
    }

    @Test("a caller who waits for the first flags goes on waiting while attempts fail")
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

    @Test("flags of a cache end the wait for the first flags")
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

    @Test("a provider that gives up ends the wait for the first flags", arguments: [true, false])
    func firstFlagsNever(isThrown: Bool) async {
        let client = client
        async let result = client.start(within: .seconds(60), until: .firstFlags)
        let run = await provider.nextRun()
        let error = FlagError(.providerFatal, "401")
        if isThrown { run.end(throwing: error) } else { run.fail(error) }
        #expect(await result == .defaults(error))
    }

    @Test("a start after the end suggests a new client")
    func startAfterEnd() async {
        let client = client
        await client.shutdown()
        #expect(
            await client.start().description
                == "Default values are served. The client was shut down. Create a new one to read flags.")
    }

    @Test("the deadline ends the wait with defaults; the answer still arrives")
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

    @Test("the deadline ends the wait with cached flags")
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

    @Test("a deadline of zero returns at once")
    func zeroDeadline() async {
        let result = await client.start(within: .zero)
        #expect(result == .defaults(FlagError(.providerNotReady, "The provider didn't respond within 0.0 seconds.")))
    }

    @Test("a published error ends the wait, and a later answer fixes it")
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

    @Test("a provider that throws is in error; with the fatal code it is fatal")
    func thrown() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        let error = FlagError(.providerFatal, "The key was refused.")
        await provider.nextRun().end(throwing: error)
        #expect(await result == .defaults(error))
        #expect(client.status == .fatal)
        #expect(client.details(of: .limit).error?.code == .providerFatal)
    }

    @Test("a provider that ends without flags is in error")
    func endedWithoutFlags() async {
        let client = client
        async let result = client.start(within: .seconds(2))
        await provider.nextRun().end()
        let error = FlagError(
            .general, "The provider 'scripted' ended without publishing flags. Publish a snapshot, or throw an error.")
        #expect(await result == .defaults(error))
    }

    @Test("a provider that ends after its flags keeps serving them")
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

    @Test("a second start joins the first; one after it returns at once")
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

    @Test("a caller who joins a provider that has given up gets its error at once, and a refresh tries again")
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

    @Test("flags with an error end the wait for usable flags, and that for an answer")
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

    @Test("a cancelled caller does not wait, and the provider goes on")
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
