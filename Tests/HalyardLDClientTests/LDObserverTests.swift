// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

/// Who hears what, on the main thread, and for how long.
@Suite("LDClient: observers")
struct LDObserverTests {
    private static let first =
        #"{"a":{"value":1,"variation":0,"version":1},"b":{"value":true,"variation":0,"version":1}}"#

    /// A client whose stream sends more at the gate.
    private func streaming(_ gate: Gate, _ events: Wire...) async throws -> (UserStage, LDClient) {
        let more = events.reduce("", +)
        let stage = try UserStage { _ in
            [.send(.eventStream + .event("put", Self.first)), .wait(gate), .send(more), .stall]
        }
        return (stage, try await stage.started(stage.config { $0.streamingMode = .streaming }))
    }

    /// Returns once the main thread has done what it was given before.
    private func settled() async { await MainActor.run {} }

    // MARK: Unhappy paths

    @Test("an owner that is gone, one that stopped, and a cancelled observation receive nothing more")
    func gone() async throws {
        let gate = Gate()
        let (stage, client) = try await streaming(
            gate, .event("patch", #"{"key":"a","value":2,"variation":1,"version":2}"#),
            .event("patch", #"{"key":"a","value":3,"variation":2,"version":3}"#))
        defer { stage.end() }
        let heard = Recorder<String>()
        let (stopped, kept, counting) = (Owner(), Owner(), Owner())
        var dying: Owner? = Owner()
        weak let gone = dying
        if let dying {
            client.observe(key: "a", owner: dying) { _ in heard.add("gone") }
            client.observeAll(owner: dying) { _ in heard.add("gone") }
            client.observeFlagsUnchanged(owner: dying) { heard.add("gone") }
            client.observeCurrentConnectionMode(owner: dying) { _ in heard.add("gone") }
            client.observeError(owner: dying) { _ in heard.add("gone") }
        }
        client.observe(key: "a", owner: stopped) { _ in heard.add("stopped") }
        client.observeFlagsUnchanged(owner: stopped) { heard.add("stopped") }
        client.observe(keys: ["a"], owner: kept) { _ in heard.add("cancelled") }.cancel()
        client.observe(key: "a", owner: counting) { _ in heard.add("counted") }
        client.stopObserving(owner: stopped)
        client.stopObserving(owner: Owner())
        dying = nil
        #expect(gone == nil)
        gate.open()
        await until { heard.count >= 2 }
        await settled()
        #expect(heard.all == ["counted", "counted"])
        withExtendedLifetime((stopped, kept, counting)) {}
    }

    @Test("an owner that is a text lives as long as its box, and the token ends the observation without it")
    func boxes() async throws {
        let gate = Gate()
        let (stage, client) = try await streaming(
            gate, .event("patch", #"{"key":"a","value":2,"variation":1,"version":2}"#))
        defer { stage.end() }
        let heard = Recorder<String>()
        let box = "owner" as any LDObserverOwner
        client.observe(key: "a", owner: "owner" as any LDObserverOwner) { _ in heard.add("no box") }
        client.observe(key: "a", owner: box) { _ in heard.add("box") }
        let token = client.observe(key: "a", owner: box) { _ in heard.add("token") }
        token.cancel()
        token.cancel()
        gate.open()
        await until { heard.count >= 1 }
        await settled()
        #expect(heard.all == ["box"])
        withExtendedLifetime(box) {}
    }

    @Test("an owner can stop from within its own handler, and a closed client calls no handler")
    func stopsItself() async throws {
        let gate = Gate()
        let (stage, client) = try await streaming(
            gate, .event("patch", #"{"key":"a","value":2,"variation":1,"version":2}"#),
            .event("patch", #"{"key":"a","value":3,"variation":2,"version":3}"#))
        defer { stage.end() }
        let heard = Recorder<String>()
        let (once, other) = (Owner(), Owner())
        client.observeAll(owner: once) { _ in
            heard.add("once")
            client.stopObserving(owner: once)
        }
        client.observe(key: "a", owner: other) { heard.add("\($0.newValue ?? "")") }
        gate.open()
        await until { heard.all.contains("3") }
        await settled()
        #expect(heard.all.sorted() == ["2", "3", "once"])
        client.close()
        client.observe(key: "a", owner: other) { _ in heard.add("closed") }.cancel()
        #expect(heard.count == 3)
        withExtendedLifetime((once, other)) {}
    }

    // MARK: Flags that come late

    @Test("an observer added while there are no flags is notified of all, also of those the previous user had")
    func withoutFlags() async throws {
        let stage = try UserStage { _ in Step.flags(Self.first) }
        defer { stage.end() }
        let client = try await stage.started()
        await completed { client.setOnline(false, completion: $0) }
        let heard = Recorder<String>()
        let owner = Owner()
        client.observeAll(owner: owner) { heard.add($0.values.map { "stays " + Self.line($0) }.sorted()[0]) }
        await completed { client.identify(user: .plain("b"), completion: $0) }
        client.observe(key: "a", owner: owner) { heard.add("comes " + Self.line($0)) }
        client.setOnline(true)
        await until { heard.count >= 2 }
        await settled()
        #expect(heard.all == ["stays a: nil nil -> 1 server", "comes a: nil nil -> 1 server"])
        withExtendedLifetime(owner) {}
    }

    // MARK: Changes

    @Test("changes that come together are reported once, with old and new values; another version is no change")
    func changes() async throws {
        let gate = Gate()
        let (stage, client) = try await streaming(
            gate,
            .event("put", #"{"a":{"value":1,"variation":0,"version":5},"b":{"value":true,"variation":0,"version":1}}"#),
            .event("put", #"{"a":{"value":7,"variation":0,"version":6},"c":{"value":"new","version":1}}"#))
        defer { stage.end() }
        let heard = Recorder<[String]>()
        let singles = Recorder<String>()
        let owner = Owner()
        client.observeAll(owner: owner) { changes in
            MainActor.assertIsolated()
            heard.add(changes.values.map(Self.line).sorted())
        }
        client.observe(keys: ["b", "x"], owner: owner) { heard.add(["keys"] + $0.values.map(Self.line)) }
        client.observe(key: "c", owner: owner) { singles.add(Self.line($0)) }
        gate.open()
        await until { singles.count == 1 && heard.count == 2 }
        await settled()
        #expect(
            heard.all == [
                ["a: 1 server -> 7 server", "b: true server -> nil nil", "c: nil nil -> new server"],
                ["keys", "b: true server -> nil nil"],
            ])
        #expect(singles.all == ["c: nil nil -> new server"])
        withExtendedLifetime(owner) {}
    }

    private static func line(_ change: LDChangedFlag) -> String {
        func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "nil" }
        return "\(change.key): \(text(change.oldValue)) \(text(change.oldValueSource)) -> "
            + "\(text(change.newValue)) \(text(change.newValueSource))"
    }

    @Test("each environment's observers are notified of its own flags only")
    func environments() async throws {
        let gate = Gate()
        let stage = try UserStage { request in
            let isCore = request.value(of: "Authorization") == "api_key core"
            let patch = Wire.event("patch", #"{"key":"a","value":2,"variation":1,"version":2}"#)
            return [.send(.eventStream + .event("put", Self.first)), .wait(gate), .send(isCore ? patch : ""), .stall]
        }
        defer { stage.end() }
        var config = stage.config { $0.streamingMode = .streaming }
        try config.setSecondaryMobileKeys(["core": "core"])
        let client = try await stage.started(config)
        let core = try #require(stage.registry.get(environment: "core"))
        let heard = Recorder<String>()
        let owner = Owner()
        client.observeAll(owner: owner) { _ in heard.add("primary") }
        core.observeAll(owner: owner) { _ in heard.add("core") }
        gate.open()
        await until { heard.count == 1 }
        await settled()
        #expect(heard.all == ["core"])
        #expect(
            client.variation(forKey: "a", defaultValue: 0) == 1 && core.variation(forKey: "a", defaultValue: 0) == 2)
        withExtendedLifetime(owner) {}
    }

    // MARK: Other news

    @Test("a poll that changes nothing is reported as such, by 304 or equal flags, and so is coming back online")
    func unchanged() async throws {
        let polls = Recorder<Void>()
        let stage = try UserStage { request in
            polls.add()
            return request.value(of: "If-None-Match") == nil || polls.count == 3
                ? Step.flags(Self.first, tag: #""1""#) : [.send(.response(304))]
        }
        defer { stage.end() }
        let client = try await stage.started()
        let heard = Recorder<Void>()
        let changes = Recorder<Void>()
        let owner = Owner()
        client.observeFlagsUnchanged(owner: owner) { heard.add() }
        client.observeAll(owner: owner) { _ in changes.add() }
        for round in 1...2 {
            await until(moving: stage.time, by: .seconds(300)) { polls.count > round }
            await until { heard.count == round }
        }
        client.setOnline(false)
        client.setOnline(true)
        await until { heard.count >= 3 }
        #expect(changes.count == 0)
        withExtendedLifetime(owner) {}
    }

    @Test("Reports an event of a stream that changes nothing")
    func unchangedStream() async throws {
        let gate = Gate()
        let (stage, client) = try await streaming(gate, .event("put", Self.first))
        defer { stage.end() }
        let heard = Recorder<Void>()
        let changes = Recorder<Void>()
        let owner = Owner()
        client.observeFlagsUnchanged(owner: owner) { heard.add() }
        client.observeAll(owner: owner) { _ in changes.add() }
        gate.open()
        await until { heard.count == 1 }
        #expect(client.getConnectionInformation().currentConnectionMode == .streaming && changes.count == 0)
        withExtendedLifetime(owner) {}
    }

    @Test("each change of the connection mode is reported once, and the connection information follows")
    func modes() async throws {
        let gate = Gate(), end = Gate()
        let streams = Recorder<Void>()
        let stage = try UserStage { _ in
            streams.add()
            guard streams.count == 1 else { return [.stall] }
            return [
                .wait(gate), .send(.eventStream + .event("put", Self.first)), .wait(end), .send(.lastChunk), .close,
            ]
        }
        defer { stage.end() }
        let client = try await stage.started(
            stage.config {
                $0.streamingMode = .streaming
                $0.startOnline = false
            })
        let heard = Recorder<ConnectionInformation.ConnectionMode>()
        let owner = Owner()
        client.observeCurrentConnectionMode(owner: owner) { heard.add($0) }
        #expect(client.getConnectionInformation().currentConnectionMode == .offline)
        #expect(client.getConnectionInformation().lastKnownFlagValidity == nil)
        client.setOnline(true)
        await until { heard.all == [.establishingStreamingConnection] }
        gate.open()
        await until { heard.count == 2 }
        #expect(heard.all == [.establishingStreamingConnection, .streaming])
        #expect(client.getConnectionInformation().lastKnownFlagValidity == nil)
        // A stream that is lost counts as one for a second.
        end.open()
        await until { client.getConnectionInformation().lastKnownFlagValidity != nil }
        #expect(client.getConnectionInformation().currentConnectionMode == .streaming)
        #expect(
            client.getConnectionInformation().description()
                == "ConnectionInformation: mode streaming, last failure none, flags last valid 2026-01-01 00:00:00 +0000, "
                + "last failed never")
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(1))
        await until { heard.count == 3 }
        #expect(heard.all.last == .establishingStreamingConnection)
        #expect(
            client.getConnectionInformation().description()
                == "ConnectionInformation: mode establishingStreamingConnection, last failure "
                + "unknownError: The stream ended., flags last valid 2026-01-01 00:00:00 +0000, "
                + "last failed 2026-01-01 00:00:01 +0000")
        client.setOnline(false)
        await until { heard.count == 4 }
        #expect(heard.all.last == .offline)
        withExtendedLifetime(owner) {}
    }

    @Test("each connection error is reported, and the connection information has the last one")
    func errors() async throws {
        let polls = Recorder<Void>()
        let stage = try UserStage { _ in
            polls.add()
            return polls.count == 1 ? [.send(.response(503))] : Step.flags("[1")
        }
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.startOnline = false })
        let heard = Recorder<String>()
        let owner = Owner()
        client.observeError(owner: owner) { heard.add("\($0)") }
        client.setOnline(true)
        await until { heard.count == 1 }
        #expect(client.getConnectionInformation().lastFailureReason == .httpError(503))
        #expect(client.getConnectionInformation().lastFailedConnection == Date(timeIntervalSince1970: 1_767_225_600))
        #expect(!client.isInitialized && client.isOnline)
        await until(moving: stage.time, by: .seconds(300)) { polls.count >= 2 }
        await until { heard.count == 2 }
        let expected = "unknownError: The service sent 2 bytes that aren't JSON. Check the service URL."
        #expect(heard.all == ["httpError: 503", expected])
        #expect("\(client.getConnectionInformation().lastFailureReason)" == expected)
        withExtendedLifetime(owner) {}
    }
}
