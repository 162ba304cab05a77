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

/// Notifications of observers on the main thread, and the end of observations.
@Suite("LDClient: observers")
struct LDObserverTests {
    private static let first =
        #"{"a":{"value":1,"variation":0,"version":1},"b":{"value":true,"variation":0,"version":1}}"#

    /// Creates a client whose stream sends more events when the gate opens.
    private func streaming(_ gate: Gate, _ events: Wire...) async throws -> (UserStage, LDClient) {
        let more = events.reduce("", +)
        let stage = try UserStage { _ in
            [.send(.eventStream + .event("put", Self.first)), .wait(gate), .send(more), .stall]
        }
        return (stage, try await stage.started(stage.config { $0.streamingMode = .streaming }))
    }

    /// Returns once the main thread has finished the work that was queued before.
    private func settled() async { await MainActor.run {} }

    // MARK: Unhappy paths

    @Test("Stops notifying when the owner is gone or an observation is canceled")
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

    @Test("Observes for a string owner until its box is gone")
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

    @Test("Stops an observation within its own handler")
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

    // MARK: Late flags

    @Test("Notifies an observer of all flags if it was added without flags")
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

    @Test("Reports simultaneous changes together, with old and new values")
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

    @Test("Notifies observers only of their own environment's flags")
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

    // MARK: Other notifications

    @Test("Reports a poll that changes nothing")
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

    @Test("Reports a stream event that changes nothing")
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

    @Test("Reports each change of the connection mode once")
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
        // A lost stream counts as connected for another second.
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

    @Test("Reports each connection error, and stores the last one")
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
