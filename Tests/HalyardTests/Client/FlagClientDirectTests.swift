// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Client: requests that do not wait", .timeLimit(.minutes(5)))
struct FlagClientDirectTests {
    private static func flags(_ values: [String: FlagValue]) -> [Flag] {
        values.map { Flag($0, $1, origin: Origin(.bootstrap, provider: "scripted")) }
    }

    @Test("after the shutdown nothing is done any more")
    func shutDown() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider)
        await client.shutdown()
        client.direct(DirectRequest(context: .user("ann"), flags: Self.flags(["a": true]), cause: .start))
        #expect(client.state.isShutDown)
        #expect(client.allFlags.isEmpty)
        #expect(!provider.isAsked)
    }

    @Test("placed flags are served before the start, and the provider resumes from them, without a validator")
    func placing() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider)
        client.direct(DirectRequest(flags: Self.flags(["a": true])))
        #expect(client.allFlags == ["a": true])
        #expect(!provider.isAsked)
        client.direct(DirectRequest(cause: .start))
        let run = await provider.nextRun()
        #expect(run.request.cause == .start)
        #expect(run.request.resume?.table.keys == ["a"])
        #expect(run.request.resume?.validator == nil)
        run.answer(["b": true])
        #expect(client.allFlags == ["b": true])
        client.direct(DirectRequest(flags: Self.flags(["c": true]), cause: .modeChanged))
        #expect(client.allFlags == ["c": true])
        let next = await provider.nextRun()
        #expect(next.request.resume?.table.keys == ["c"])
        #expect(!run.answer(["late": true]))
    }

    @Test("another context drops placed flags if that is asked for, an equal one too; flags of the provider stay")
    func dropping() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider)
        client.direct(DirectRequest(flags: Self.flags(["a": true])))
        client.direct(DirectRequest(context: .user("ann"), cause: .start))
        #expect(client.allFlags == ["a": true])
        #expect(await provider.nextRun().request.resume == nil)
        client.direct(DirectRequest(context: .user("ann"), dropsPlacedFlags: true, cause: .start))
        #expect(client.allFlags.isEmpty)
        #expect(client.status == .notReady)
        let run = await provider.nextRun()
        run.answer(["b": true])
        client.direct(DirectRequest(context: .user("bob"), dropsPlacedFlags: true, cause: .start))
        #expect(client.allFlags == ["b": true])
        #expect(client.status == .reconciling)
        #expect(await provider.nextRun().request.cause == .contextChanged(from: .user("ann")))
        client.direct(DirectRequest(flags: Self.flags(["c": true]), cause: .start))
        #expect(await provider.nextRun().request.resume != nil)
        client.direct(DirectRequest(dropsPlacedFlags: true, cause: .start))
        #expect(client.allFlags.isEmpty)
        #expect(await provider.nextRun().request.resume == nil)
    }

    @Test("without a cause the provider is asked no more, and its flags stay; with one it goes on")
    func stopping() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider)
        client.direct(DirectRequest(cause: .start))
        let run = await provider.nextRun()
        run.answer(["a": true])
        client.direct(DirectRequest())
        #expect(!run.answer(["late": true]))
        await until { provider.cancelledCount > 0 }
        #expect(client.allFlags == ["a": true])
        client.direct(DirectRequest(cause: .start))
        let next = await provider.nextRun()
        #expect(next.request.resume?.table.keys == ["a"])
        next.answer(["b": true])
        #expect(client.allFlags == ["b": true])
    }

    @Test("a caller who waits for the start gets the answer of the run that such a request began")
    func waiting() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider)
        client.direct(DirectRequest(cause: .start))
        async let result = client.start(within: .seconds(60))
        await provider.nextRun().answer(["a": true])
        #expect(await result == .ready)
    }
}
