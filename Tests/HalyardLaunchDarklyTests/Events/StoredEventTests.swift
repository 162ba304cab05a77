// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("Stored LaunchDarkly events")
struct StoredEventTests {
    private static let bob = EvaluationContext.user("bob")

    private func custom(_ key: String, by user: String = "ada", at milliseconds: Int64 = 0) -> String {
        let date = EventWorld.start + milliseconds
        return #"{"creationDate":\#(date),"key":"\#(key)","kind":"custom","userKey":"\#(user)"}"#
    }

    private func stored(_ count: Int) -> String {
        "info: launchdarkly: Events stored: \(count). "
            + "Halyard sends them when the service is reachable again."
    }

    private func paths(_ files: InMemoryFileSystem) -> [String] { files.paths }

    /// Creates an offline world that uses the files of an earlier one.
    private func later(_ files: InMemoryFileSystem, _ answers: [[Step]] = [], seed: UInt64 = 2) throws -> EventWorld {
        try EventWorld(answers, files: files, seed: seed, mode: .offline)
    }

    @Test("Stores offline events at shutdown for the next client to send")
    func offline() async throws {
        let files = InMemoryFileSystem()
        let first = try EventWorld(files: files, mode: .offline)
        for _ in 0..<150 { first.track("a") }
        await first.sink.detach()
        #expect(
            first.diagnostics == [
                "warning: launchdarkly: Events dropped: 50. Halyard dropped the newest events because only 100 can wait. "
                    + "Set a shorter eventFlushInterval, or a larger eventCapacity.",
                stored(100),
            ])
        #expect(first.server.requests == [])
        let second = try later(files)
        second.sink.receive(.modeChanged(.online))
        let events = Array(repeating: custom("a"), count: 100).joined(separator: ",")
        #expect(try await second.server.nextRequest().text == "[" + events + "]")
        await second.sink.flush()
        #expect(second.server.requests.count == 1)
        #expect(second.diagnostics == [])
        #expect(paths(files) == [])
    }

    @Test("Stores events after two failures, and resends them with the same ID")
    func failures() async throws {
        let files = InMemoryFileSystem()
        let world = try EventWorld([[.send(.response(503))], [.reset]], files: files)
        world.track("a")
        world.count(.init(flag: nil, key: "x", defaultValue: 1, error: .flagNotFound, valueReads: 1))
        async let flush: Void = world.sink.flush()
        await world.time.awaitSleepers(3)
        world.time.advance(by: .seconds(1))
        await flush
        #expect(world.diagnostics == [stored(2)])
        world.track("b")
        await world.sink.flush()
        let requests = world.server.requests
        #expect(requests.map(\.text)[1...].map { $0.contains(#""key":"a""#) } == [true, false, true])
        #expect(requests[1].text == requests[3].text)
        let identifiers = requests.map { $0.value(of: "x-launchdarkly-payload-id") }
        #expect(identifiers[0] == identifiers[1])
        #expect(identifiers[0] == identifiers[3])
        #expect(identifiers[0] != identifiers[2])
        #expect(paths(files) == [])
    }

    @Test("Stores events once when flushing offline")
    func flushOffline() async throws {
        let files = InMemoryFileSystem()
        let world = try EventWorld(files: files, mode: .offline)
        world.track("a")
        await world.sink.flush()
        #expect(world.diagnostics == [stored(1)])
        world.sink.receive(.modeChanged(.online))
        #expect(try await world.server.nextRequest().text == "[" + custom("a") + "]")
        await world.sink.flush()
        await world.sink.detach()
        #expect(world.server.requests.count == 1)
        #expect(paths(files) == [])
    }

    @Test("Keeps stored events while the network is unavailable")
    func stillAway() async throws {
        let files = InMemoryFileSystem()
        let first = try EventWorld(files: files, mode: .offline)
        first.track("a")
        await first.sink.detach()
        let second = try later(files, [[.reset], [.reset]])
        second.sink.receive(.modeChanged(.online))
        await second.time.awaitSleepers(2)
        second.time.advance(by: .seconds(1))
        // The first flush ends with the second attempt, and the second flush makes a third.
        for _ in 1...2 { await second.sink.flush() }
        #expect(second.deliveries.count == 3)
        #expect(second.diagnostics == [])
        #expect(Set(second.server.requests.map(\.text)) == ["[" + custom("a") + "]"])
        #expect(paths(files) == [])
    }

    @Test("Removes stored events that the service rejects, and reports the count")
    func refused() async throws {
        let files = InMemoryFileSystem()
        let first = try EventWorld(files: files, mode: .offline)
        first.track("a")
        first.track("b")
        await first.sink.detach()
        let second = try later(files, [[.send(.response(403))]])
        second.sink.receive(.modeChanged(.online))
        await second.sink.flush()
        #expect(
            second.diagnostics == [
                "warning: launchdarkly: Events dropped: 2. The service rejected them with status 403. Check the mobile key."
            ])
        #expect(paths(files) == [])
    }

    @Test("Stores no mobile key and no private attributes")
    func secrets() async throws {
        let files = InMemoryFileSystem()
        let world = try EventWorld(files: files, mode: .offline, options: { $0.privateAttributes = ["name"] })
        world.identify(EventWorld.ada)
        await world.sink.detach()
        let path = try #require(paths(files).first)
        let text = String(decoding: try files.contents(of: path), as: UTF8.self)
        #expect(text.contains("gold"))
        #expect(!text.contains("Ada"))
        #expect(!text.contains("mob-"))
        #expect(!path.contains("mob-"))
    }

    @Test("Removes only the erased user's events")
    func erased() async throws {
        let files = InMemoryFileSystem()
        let world = try EventWorld(files: files, mode: .offline)
        world.track("a")
        world.track("b", Self.bob)
        world.identify(EventWorld.ada, after: Self.bob, isAlias: true)
        await world.sink.flush()
        await world.sink.erase(EventWorld.ada)
        world.sink.receive(.modeChanged(.online))
        #expect(try await world.server.nextRequest().text == "[" + custom("b", by: "bob") + "]")
        await world.sink.flush()
        #expect(paths(files) == [])
    }

    @Test("Removes an erased user's events from a pending retry without a report")
    func erasedUnderWay() async throws {
        let files = InMemoryFileSystem()
        let first = try EventWorld(files: files, mode: .offline)
        first.track("a")
        first.track("b", Self.bob)
        await first.sink.detach()
        let second = try later(files, [[.send(.response(503))]])
        second.sink.receive(.modeChanged(.online))
        await second.time.awaitSleepers(2)
        await second.sink.erase(EventWorld.ada)
        await second.sink.erase(EventWorld.ada)
        second.time.advance(by: .seconds(1))
        await second.sink.flush()
        await second.sink.flush()
        #expect(second.server.requests.last?.text == "[" + custom("b", by: "bob") + "]")
        #expect(second.diagnostics == [])
        #expect(paths(files) == [])
    }

    @Test("Removes stored events when consent is withdrawn")
    func consent() async throws {
        let files = InMemoryFileSystem()
        let world = try EventWorld(files: files, mode: .offline)
        world.track("a")
        await world.sink.flush()
        world.sink.receive(.consentChanged(false))
        world.sink.receive(.consentChanged(true))
        world.sink.receive(.modeChanged(.online))
        await world.sink.flush()
        #expect(world.server.requests == [])
        #expect(paths(files) == [])
        #expect(world.diagnostics == [stored(1)])
    }

    @Test("Holds stored events until the user gives consent")
    func consentLater() async throws {
        let files = InMemoryFileSystem()
        let first = try EventWorld(files: files, mode: .offline)
        first.track("a")
        await first.sink.detach()
        let second = try EventWorld(files: files, seed: 2, mode: .offline, hasConsent: false)
        second.sink.receive(.consentChanged(false))
        second.sink.receive(.modeChanged(.online))
        await second.sink.flush()
        #expect(second.server.requests == [])
        second.sink.receive(.consentChanged(true))
        #expect(try await second.server.nextRequest().text == "[" + custom("a") + "]")
        await second.sink.flush()
        #expect(paths(files) == [])
    }

    @Test("Reports stored events in an unknown format as dropped")
    func unreadable() async throws {
        let files = InMemoryFileSystem()
        let first = try EventWorld(files: files, mode: .offline)
        for _ in 1...3 { first.track("a") }
        await first.sink.detach()
        let path = try #require(paths(files).first)
        files.write(#"{"version":1,"id":"A","count":3,"content":{"era":"others"}}"#, to: path)
        let second = try later(files)
        second.sink.receive(.modeChanged(.online))
        await second.sink.flush()
        #expect(
            second.diagnostics == [
                "warning: launchdarkly: Events dropped: 3. Halyard removed their damaged file: \(path)."
            ])
        #expect(paths(files) == [])
    }

    @Test("Reports the number of events dropped when the disk is full")
    func full() async throws {
        let files = InMemoryFileSystem()
        files.refuseWrites("No space left on device")
        let world = try EventWorld(files: files, mode: .offline)
        world.track("a")
        world.track("b")
        await world.sink.detach()
        #expect(world.diagnostics.count == 1)
        #expect(
            world.diagnostics[0].hasPrefix("warning: launchdarkly: Events dropped: 2. They couldn't be stored: /state/")
        )
    }
}
