// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@Suite("FlagClient: reentrant calls")
struct ReentrancyTests {
    /// The code of an app that the client calls.
    enum Place: CaseIterable {
        case hook, sink, observer, diagnosticHandler, provider
    }

    @Test("Applies calls from the app's callbacks before they return", arguments: Place.allCases)
    func reentrancy(from place: Place) async {
        let caller = Caller(place)
        let provider = CallingProvider(caller)
        let sink = RecordingSink()
        let client = FlagClient(
            provider: provider, context: .user("a"), sinks: [sink, caller],
            options: .manual {
                $0.overrides.allowedInRelease = true
                if place == .hook { $0.hooks = [caller] }
                $0.diagnosticHandler = { _ in caller.call(from: .diagnosticHandler) }
            })
        await client.start()
        let observer = await MainActor.run {
            client.observe(FlagKey("limit", default: 0), owner: caller) { caller, _ in caller.call(from: .observer) }
        }
        caller.client.withLock { $0 = client }
        switch place {
        case .hook: _ = client.int("limit", default: 0)
        case .sink: client.track("go")
        case .observer: provider.publish(2)
        case .diagnosticHandler: _ = client.string("limit", default: "of another type")
        case .provider: await client.refresh()
        }
        await until { caller.hasCalled.count > 0 }
        #expect(client.context == .user("b"))
        #expect(client.int("forced", default: 0) == 9)
        #expect(client.eventsEnabled)
        #expect(caller.problems.all == [])
        await client.flush()
        #expect(sink.lines.filter { $0.hasPrefix("tracked nested") }.count == 1)
        observer.cancel()
        await client.shutdown()
        caller.client.withLock { $0 = nil }
    }
}

/// A callback object that calls the client once, from one kind of callback.
private final class Caller: EventSink, EvaluationHook {
    let client = Lock<FlagClient?>(nil)
    let hasCalled = Recorder<Void>()
    let problems = Recorder<String>()
    private let place: ReentrancyTests.Place
    private let isCalling = Lock(false)

    init(_ place: ReentrancyTests.Place) { self.place = place }

    func receive(_ event: FlagEvent) {
        if case .tracked = event { call(from: .sink) }
    }

    func before(_ evaluation: HookContext, _ data: inout HookData) throws { call(from: .hook) }

    func call(from place: ReentrancyTests.Place) {
        guard place == self.place, let client = client.withLock({ $0 }) else { return }
        let isFirst = isCalling.withLock { isCalling in
            defer { isCalling = true }
            return !isCalling
        }
        guard isFirst else { return }
        check("limit", client.int("limit", default: 0) > 0)
        client.setEventsEnabled(false)
        check("consent", !client.eventsEnabled)
        client.setEventsEnabled(true)
        client.track("nested")
        client.overrides.set("forced", 9)
        check("override", client.snapshot().int("forced", default: 0) == 9)
        client.addHooks(LoggingHook { _ in })
        client.perform(ClientTransition(context: .user("b"), fetch: .unchanged))
        check("context", client.context == .user("b"))
        check("explanation", client.explain("forced").value == 9)
        hasCalled.add()
    }

    private func check(_ name: String, _ isRight: Bool) {
        if !isRight { problems.add(name) }
    }
}

/// A provider whose run calls the client.
private final class CallingProvider: FlagProvider {
    let name = "calling"
    private let caller: Caller
    private let channel = Lock<(FlagChannel, FlagRequest)?>(nil)

    init(_ caller: Caller) { self.caller = caller }

    func publish(_ limit: Int64) {
        guard let (channel, request) = channel.withLock({ $0 }) else { return }
        channel.publish(.ready(FlagSet(["limit": .int(limit)], from: name, for: request.context)))
    }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        self.channel.withLock { $0 = (channel, request) }
        publish(1)
        caller.call(from: .provider)
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
    }
}
