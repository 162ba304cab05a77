// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("LaunchDarkly event delivery")
struct EventSendingTests {
    private func custom(_ keys: String..., at milliseconds: Int64 = 0) -> String {
        let events = keys.map {
            #"{"creationDate":\#(EventWorld.start + milliseconds),"key":"\#($0)","kind":"custom","userKey":"ada"}"#
        }
        return "[" + events.joined(separator: ",") + "]"
    }

    private static func status(_ status: Int) -> [Step] { [.send(.response(status))] }

    // MARK: Failures

    @Test(
        "Retries unchanged events one second after a temporary failure",
        arguments: [400, 408, 429, 500, 503])
    func retry(status: Int) async throws {
        let world = try EventWorld([Self.status(status)])
        world.track("a")
        async let flush: Void = world.sink.flush()
        // The flush's time limit, the retry delay, and the flush interval.
        await world.time.awaitSleepers(3)
        world.track("later")
        world.time.advance(by: .milliseconds(999))
        #expect(world.server.requests.count == 1)
        world.time.advance(by: .milliseconds(1))
        await flush
        let requests = world.server.requests
        #expect(requests.map(\.text) == [custom("a"), custom("a")])
        #expect(Set(requests.map { $0.value(of: "x-launchdarkly-payload-id") }).count == 1)
        #expect(world.deliveries == ["failed \(status)", "delivered 202"])
        #expect(world.diagnostics == [])
        #expect(await world.flushed().last == custom("later"))
    }

    @Test("Drops permanently rejected events, and reports them", arguments: [401, 403, 404, 413])
    func refusal(status: Int) async throws {
        let world = try EventWorld([Self.status(status)])
        world.track("a")
        world.track("b")
        #expect(await world.flushed() == [custom("a", "b")])
        #expect(await world.flushed().count == 1)
        #expect(world.deliveries == ["dropped \(status)"])
        let suggestion = status < 404 ? "Check the mobile key." : "Check the events URL."
        #expect(
            world.diagnostics == [
                "warning: launchdarkly: Events dropped: 2. The service rejected them with status \(status). \(suggestion)"
            ])
    }

    @Test("Drops events after two failures")
    func twice() async throws {
        let world = try EventWorld([[.reset], Self.status(503)])
        world.track("a")
        async let flush: Void = world.sink.flush()
        await world.time.awaitSleepers(3)
        world.time.advance(by: .seconds(1))
        await flush
        #expect(world.deliveries.count == 2)
        #expect(
            world.diagnostics == [
                "warning: launchdarkly: Events dropped: 1. The server responded with status 503. "
                    + "Check the network and the URL of the events."
            ])
        world.track("b")
        #expect(await world.flushed().last == custom("b", at: 1000))
    }

    @Test("Ends a flush if the server never responds")
    func silence() async throws {
        let world = try EventWorld([[.stall]])
        world.track("a")
        async let flush: Void = world.sink.flush()
        _ = try await world.server.nextRequest()
        await world.time.awaitSleepers(2)
        // Two 100-second attempts and a retry delay, for both the current and the waiting payload.
        world.time.advance(by: .seconds(402))
        await flush
        #expect(world.deliveries == [])
    }

    // MARK: Offline

    @Test("Holds events while offline, and sends them together when online")
    func offline() async throws {
        let world = try EventWorld(mode: .offline)
        world.track("a")
        #expect(await world.flushed() == [])
        world.track("b")
        world.sink.receive(.modeChanged(.online))
        #expect(await world.flushed() == [custom("a", "b")])
        world.sink.receive(.modeChanged(.background))
        world.track("c")
        #expect(await world.flushed().last == custom("c"))
    }

    @Test("Holds the second attempt while offline")
    func offlineBetween() async throws {
        let world = try EventWorld([Self.status(503)])
        world.track("a")
        async let flush: Void = world.sink.flush()
        await world.time.awaitSleepers(3)
        world.sink.receive(.modeChanged(.offline))
        world.time.advance(by: .seconds(1))
        await flush
        #expect(world.server.requests.count == 1)
        world.track("b")
        world.sink.receive(.modeChanged(.online))
        _ = try await world.server.nextRequest()
        _ = try await world.server.nextRequest()
        #expect(await world.flushed() == [custom("a"), custom("a"), custom("b", at: 1000)])
        let ids = world.server.requests.map { $0.value(of: "x-launchdarkly-payload-id") }
        #expect(ids[0] == ids[1] && ids[1] != ids[2])
    }

    @Test("Sends nothing without a mobile key")
    func noKey() async throws {
        let world = try EventWorld(mobileKey: "")
        world.track("a")
        world.sink.receive(.modeChanged(.background))
        #expect(await world.flushed() == [])
        #expect(world.server.connectionCount == 0)
    }

    @Test("Sends no request without events")
    func nothing() async throws {
        let world = try EventWorld()
        #expect(await world.flushed() == [])
        #expect(world.server.connectionCount == 0)
    }

    // MARK: Consent

    @Test("Discards waiting events and retries when consent is withdrawn")
    func consent() async throws {
        let world = try EventWorld([Self.status(503)])
        world.track("a")
        async let flush: Void = world.sink.flush()
        await world.time.awaitSleepers(3)
        world.track("b")
        world.count(.init(flag: nil, key: "x", defaultValue: 1, error: .flagNotFound, valueReads: 1))
        world.sink.receive(.consentChanged(false))
        world.track("c")
        world.time.advance(by: .seconds(1))
        await flush
        #expect(await world.flushed() == [custom("a")])
        world.sink.receive(.consentChanged(true))
        world.track("d")
        #expect(await world.flushed() == [custom("a"), custom("d", at: 1000)])
    }

    @Test("Removes an erased user's events and aliases before sending")
    func erase() async throws {
        let world = try EventWorld()
        let ben = EvaluationContext.user("ben")
        let flag = EventWorld.flag("nav", ["value": true, "trackEvents": true, "version": 1])
        world.identify(ben)
        world.track("x", ben)
        world.evaluate(flag, true, ben)
        world.identify(EventWorld.ada, after: ben, isAlias: true)
        world.count(.init(flag: flag, key: "nav", defaultValue: false, valueReads: 2), for: ben)
        world.track("kept")
        world.count(.init(flag: flag, key: "nav", defaultValue: false, valueReads: 1))
        await world.sink.erase(.user("ben", ["plan": "other"]))
        let bodies = await world.flushed()
        #expect(
            bodies == [
                String(custom("kept").dropLast())
                    + #",{"endDate":1767225600000,"features":{"nav":{"counters":[{"count":1,"value":true,"version":1}],"#
                    + #""default":false}},"kind":"summary","startDate":1767225600000}]"#
            ])
    }

    @Test("Doesn't retry events of a user erased between two attempts")
    func eraseBetween() async throws {
        let world = try EventWorld([Self.status(503)])
        world.track("a")
        async let flush: Void = world.sink.flush()
        await world.time.awaitSleepers(3)
        await world.sink.erase(EventWorld.ada)
        world.time.advance(by: .seconds(1))
        await flush
        #expect(await world.flushed() == [custom("a")])
        #expect(world.diagnostics == [], "Erasure was requested, so it doesn't count as a loss.")
    }

    @Test("Retries anonymous counts after a user is erased between two attempts")
    func eraseCountsBetween() async throws {
        let world = try EventWorld([Self.status(503)])
        world.count(
            .init(flag: EventWorld.flag("nav", ["value": true]), key: "nav", defaultValue: false, valueReads: 2))
        async let flush: Void = world.sink.flush()
        await world.time.awaitSleepers(3)
        await world.sink.erase(EventWorld.ada)
        world.time.advance(by: .seconds(1))
        await flush
        #expect(await world.flushed().count == 2)
        #expect(world.diagnostics == [])
    }

    @Test("Holds a request that becomes ready after the app goes offline")
    func preparedTooLate() async throws {
        let (begun, mayGoOn) = (Signal(), Signal())
        let world = try EventWorld(headerProvider: { _, headers in
            begun.give()
            await mayGoOn.wait()
            return headers
        })
        world.track("a")
        async let flush: Void = world.sink.flush()
        await begun.wait()
        world.sink.receive(.modeChanged(.offline))
        mayGoOn.give()
        await flush
        #expect(world.server.requests == [])
        world.sink.receive(.modeChanged(.online))
        #expect(try await world.server.nextRequest().text == custom("a"))
    }

    // MARK: Capacity and intervals

    @Test("Drops and reports events beyond the capacity, but keeps counts")
    func capacity() async throws {
        let world = try EventWorld(options: { $0.capacity = 2 })
        world.track("a")
        world.track("b")
        world.track("c")
        world.track("d")
        world.count(.init(flag: nil, key: "x", defaultValue: 1, error: .flagNotFound, valueReads: 4))
        #expect(
            await world.flushed() == [
                String(custom("a", "b").dropLast())
                    + #",{"endDate":1767225600000,"features":{"x":{"counters":[{"count":4,"unknown":true,"value":1}],"#
                    + #""default":1}},"kind":"summary","startDate":1767225600000}]"#
            ])
        #expect(
            world.diagnostics == [
                "warning: launchdarkly: Events dropped: 2. Halyard dropped the newest events because only 2 can wait. "
                    + "Set a shorter eventFlushInterval, or a larger eventCapacity."
            ])
        world.track("e")
        #expect(await world.flushed().last == custom("e"))
        #expect(world.diagnostics.count == 1)
    }

    @Test("Sends events at each interval while online")
    func interval() async throws {
        let world = try EventWorld(options: { $0.flushInterval = .seconds(5) })
        await world.time.awaitSleepers(1)
        world.track("a")
        world.time.advance(by: .milliseconds(4999))
        #expect(world.server.requests == [])
        world.time.advance(by: .milliseconds(1))
        #expect(try await world.server.nextRequest().text == custom("a"))
        await world.time.awaitSleepers(1)
        #expect(world.windowCount == 1)
        world.sink.receive(.modeChanged(.offline))
        world.track("b")
        world.time.advance(by: .seconds(5))
        #expect(world.windowCount == 1)
        world.sink.receive(.modeChanged(.online))
        #expect(try await world.server.nextRequest().text == custom("b", at: 5000))
        #expect(world.windowCount == 2)
    }

    @Test("Reports the number of unsent events when the client detaches the sink")
    func unsent() async throws {
        let world = try EventWorld(mode: .offline)
        world.track("a")
        world.track("b")
        world.count(.init(flag: nil, key: "x", defaultValue: 1, error: .flagNotFound, valueReads: 1))
        await world.sink.flush()
        await world.sink.detach()
        #expect(
            world.diagnostics == [
                "warning: launchdarkly: Events dropped: 3. They couldn't be sent before the client ended. "
                    + "Go online, and flush before you shut down the client or replace its provider."
            ])
        #expect(world.server.requests == [])
    }

    @Test("Reports evaluations that weren't counted")
    func omittedCount() async throws {
        let world = try EventWorld()
        world.count(omittedCount: 7)
        await world.sink.flush()
        #expect(
            world.diagnostics == [
                "warning: launchdarkly: Didn't count 7 evaluations of unknown flags. "
                    + "Use flag keys that are known when the app is built."
            ])
    }
}
