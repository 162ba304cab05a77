// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

/// The client's lifecycle over sockets, and its completions in every race.
@Suite("LDClient")
struct ClientTests {
    private static let flags =
        #"{"on":{"value":true,"variation":1,"version":2,"reason":{"kind":"OFF"}},"#
        + #""n":{"value":2.7,"version":1},"d":{"value":{"a":1,"b":"x"},"version":1},"null":{"value":null,"version":1}}"#

    private static func answer(_ body: String) -> [Step] { [.send(.response(200, [], body: Wire(Array(body.utf8))))] }

    // MARK: Unhappy paths

    @Test("Goes offline and ends the start when the mobile key is rejected")
    func refused() async throws {
        let stage = try UserStage { _ in [.send(.response(401))] }
        defer { stage.end() }
        #expect(await stage.start(stage.config()))
        let client = try #require(stage.registry.get())
        #expect(!client.isOnline && client.isInitialized)
        #expect(client.getConnectionInformation().lastConnectionFailureReason == .unauthorized)
        #expect(client.getConnectionInformation().currentConnectionMode == .offline)
    }

    @Test("Completes every call without requests if the mobile key is empty")
    func keyless() async throws {
        let stage = try UserStage { _ in [.stall] }
        defer { stage.end() }
        let config = stage.config { $0.mobileKey = "" }
        #expect(await stage.start(config))
        let client = try #require(stage.registry.get())
        await withCheckedContinuation { continuation in client.setOnline(true) { continuation.resume() } }
        #expect(!client.isOnline)
        #expect(stage.server.requests.isEmpty)
    }

    @Test("Completes every call without requests if a URL isn't supported")
    func badAddress() async throws {
        let stage = try UserStage { _ in [.stall] }
        defer { stage.end() }
        let address = try #require(URL(string: "ftp://flags.example.com"))
        #expect(await stage.start(stage.config { $0.baseUrl = address }))
        let client = try #require(stage.registry.get())
        await withCheckedContinuation { continuation in
            client.identify(user: LDUser(key: "b")) { continuation.resume() }
        }
        await withCheckedContinuation { continuation in client.setOnline(true) { continuation.resume() } }
        #expect(!client.isOnline)
        #expect(stage.server.requests.isEmpty)
    }

    @Test("Completes an offline start without sending requests")
    func offline() async throws {
        let stage = try UserStage { _ in [.stall] }
        defer { stage.end() }
        #expect(await stage.start(stage.config { $0.startOnline = false }))
        let client = try #require(stage.registry.get())
        #expect(!client.isOnline && client.isInitialized)
        #expect(client.variation(forKey: "on", defaultValue: false) == false)
        #expect(client.allFlags?.isEmpty == true)
        #expect(stage.server.requests.isEmpty)
    }

    @Test("Completes the start and returns default values when it's closed")
    func closed() async throws {
        let stage = try UserStage { _ in [.stall] }
        defer { stage.server.stop() }
        async let isMissing = stage.start(stage.config())
        await until { stage.registry.get() != nil }
        let client = try #require(stage.registry.get())
        client.close()
        #expect(await isMissing)
        #expect(stage.registry.get() == nil && client.allFlags == nil && !client.isInitialized && !client.isOnline)
        let detail = client.variationDetail(forKey: "on", defaultValue: 5)
        #expect(detail.value == 5 && detail.variationIndex == nil)
        #expect(detail.reason as? [String: String] == ["kind": "ERROR", "errorKind": "CLIENT_NOT_READY"])
    }

    @Test("Completes a start once on a timeout, and continues to connect")
    func timedOut() async throws {
        let gate = Gate()
        let stage = try UserStage { _ in
            [.send(.eventStream), .wait(gate), .send(.event("put", #"{"a":{"value":1,"version":1}}"#)), .stall]
        }
        defer { stage.end() }
        let completions = Recorder<Void>()
        let isMissing = await withCheckedContinuation { continuation in
            stage.registry.start(
                config: stage.config { $0.streamingMode = .streaming }, user: LDUser(key: "a"), within: .zero
            ) { isMissing in
                completions.add()
                continuation.resume(returning: isMissing)
            }
        }
        #expect(isMissing)
        gate.open()
        // The second start waits for the connection that the first one started.
        #expect(await stage.start(stage.config()) == false)
        #expect(stage.registry.get()?.variation(forKey: "a", defaultValue: 0) == 1)
        #expect(completions.count == 1)
    }

    @Test("Forwards to the running client from version 4's shared client")
    func version4() async throws {
        let stage = try UserStage { _ in Self.answer(Self.flags) }
        defer { stage.end() }
        let shared = stage.registry.primary
        #expect(shared.allFlags == nil && !shared.isOnline)
        #expect(shared.variation(forKey: "on", defaultValue: false) == false)
        _ = await stage.start(stage.config())
        #expect(shared.variation(forKey: "on", defaultValue: false))
        shared.close()
        #expect(shared.variation(forKey: "on", defaultValue: false) == false)
    }

    // MARK: Happy paths

    @Test("Returns values of the default value's type, or the default value")
    func values() async throws {
        let stage = try UserStage { _ in Self.answer(Self.flags) }
        defer { stage.end() }
        #expect(await stage.start(stage.config { $0.evaluationReasons = true }) == false)
        let client = try #require(stage.registry.get())
        #expect(client.isOnline && client.isInitialized)
        #expect(client.variation(forKey: "on", defaultValue: false))
        #expect(client.variation(forKey: "on", defaultValue: "x") == "x")
        #expect(client.variation(forKey: "n", defaultValue: 0) == 2)
        #expect(client.variation(forKey: "n", defaultValue: 0.0) == 2.7)
        #expect(client.variation(forKey: "null", defaultValue: 4) == 4)
        #expect(client.variation(forKey: "d", defaultValue: ["a": 9]) == ["a": 9])
        let any = client.variation(forKey: "d", defaultValue: ["c": 1] as [String: Any])
        #expect(any["a"] as? Int == 1 && any["b"] as? String == "x" && any.count == 2)
        let optional: Bool? = client.variation(forKey: "none")
        #expect(optional == nil)
        let mismatch: String? = client.variation(forKey: "on")
        #expect(mismatch == nil)
        #expect(client.variation(forKey: "on", defaultValue: "x" as String?) == "x")
        let optionalDetail: LDEvaluationDetail<Bool?> = client.variationDetail(forKey: "on", defaultValue: nil)
        #expect(optionalDetail.value == true && optionalDetail.variationIndex == 1)
        let detail = client.variationDetail(forKey: "on", defaultValue: false)
        #expect(detail.value && detail.variationIndex == 1)
        #expect(detail.reason as? [String: String] == ["kind": "OFF"])
        #expect(
            client.variationDetail(forKey: "on", defaultValue: 1).reason as? [String: String]
                == ["kind": "ERROR", "errorKind": "WRONG_TYPE"])
        #expect(
            client.variationDetail(forKey: "none", defaultValue: 1).reason as? [String: String]
                == ["kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"])
        #expect(client.allFlags?.keys.sorted() == ["d", "n", "on"])
        #expect(client.allFlags?["n"] as? Double == 2.7 && client.allFlags?["on"] as? Bool == true)
        #expect(client.getConnectionInformation().currentConnectionMode == .polling)
        #expect(client.getConnectionInformation().lastConnectionFailureReason == .none)
    }

    @Test("Ignores the configuration and user of a second start")
    func secondStart() async throws {
        let stage = try UserStage { _ in Self.answer(Self.flags) }
        defer { stage.end() }
        #expect(await stage.start(stage.config()) == false)
        #expect(await stage.start(LDConfig(mobileKey: "other"), .plain("b")) == false)
        #expect(stage.server.requests.count == 1)
    }

    @Test("Starts with an anonymous user and the device key if no user is passed")
    func defaultUser() async throws {
        let stage = try UserStage { _ in Self.answer(Self.flags) }
        defer { stage.end() }
        let config = stage.config { $0.useReport = true }
        await withCheckedContinuation { continuation in
            stage.registry.start(config: config, user: nil) { _ in continuation.resume() }
        }
        let user = try JSONReader().read(stage.server.requests[0].body)
        #expect(user["anonymous"] == true)
        #expect(user["key"] == .string(LDUser().key) && !LDUser().key.isEmpty)
        #expect(LDUser(key: LDUser().key).isAnonymous)
    }

    @Test("Keeps separate flags for each environment, and one online state")
    func environments() async throws {
        let stage = try UserStage { request in
            Self.answer(#"{"who":{"value":"\#(request.values(of: "Authorization").first ?? "")","version":1}}"#)
        }
        defer { stage.end() }
        var config = stage.config()
        try config.setSecondaryMobileKeys(["core": "mob-core"])
        #expect(await stage.start(config) == false)
        let (primary, core) = (stage.registry.get(), stage.registry.get(environment: "core"))
        #expect(primary?.variation(forKey: "who", defaultValue: "") == "api_key mob")
        #expect(core?.variation(forKey: "who", defaultValue: "") == "api_key mob-core")
        #expect(stage.registry.get(environment: "none") == nil)
        await withCheckedContinuation { continuation in core?.setOnline(false) { continuation.resume() } }
        #expect(primary?.isOnline == false)
    }

    @Test("Completes identify with fresh flags for the new user")
    func identify() async throws {
        let stage = try UserStage { request in
            Self.answer(#"{"to":{"value":"\#(request.target.suffix(8))","version":1}}"#)
        }
        defer { stage.end() }
        _ = await stage.start(stage.config())
        let client = try #require(stage.registry.get())
        let before = client.variation(forKey: "to", defaultValue: "")
        await withCheckedContinuation { continuation in
            client.identify(user: LDUser(key: "another")) { continuation.resume() }
        }
        #expect(stage.server.requests.count { $0.target.contains("/msdk/evalx") } == 2)
        let after = client.variation(forKey: "to", defaultValue: "")
        #expect(!before.isEmpty && !after.isEmpty && after != before)
    }

    @Test("Cancels a delayed switch to online when it's set offline")
    func throttled() async throws {
        let stage = try UserStage { _ in Self.answer(Self.flags) }
        defer { stage.end() }
        _ = await stage.start(stage.config())
        let client = try #require(stage.registry.get())
        client.setOnline(false)
        await withCheckedContinuation { continuation in client.setOnline(true) { continuation.resume() } }
        #expect(client.isOnline)
        client.setOnline(false)
        await withCheckedContinuation { continuation in
            client.setOnline(true) { continuation.resume() }
            #expect(!client.isOnline)
            client.setOnline(false)
        }
        #expect(!client.isOnline)
    }

    @Test("Goes online after the delay, and calls each completion once")
    func putOff() async throws {
        let stage = try UserStage { _ in Self.answer(Self.flags) }
        defer { stage.end() }
        _ = await stage.start(stage.config())
        let client = try #require(stage.registry.get())
        client.setOnline(false)
        client.setOnline(true)
        client.setOnline(false)
        let completions = Recorder<Void>()
        client.setOnline(true) { completions.add() }
        client.setOnline(true) { completions.add() }
        #expect(!client.isOnline)
        await until(moving: stage.time, by: .seconds(1)) { completions.count >= 2 }
        #expect(client.isOnline)
        // This call is queued after them, so they can't be called again once it completes.
        await withCheckedContinuation { continuation in client.setOnline(false) { continuation.resume() } }
        #expect(completions.count == 2)
    }

    @Test("Completes a pending identify once when it's closed")
    func closedWhileIdentifying() async throws {
        let isFirst = Lock(true)
        let stage = try UserStage { _ in
            let answers = isFirst.withLock { first -> Bool in
                defer { first = false }
                return first
            }
            return answers ? Self.answer(Self.flags) : [.stall]
        }
        defer { stage.server.stop() }
        _ = await stage.start(stage.config())
        let client = try #require(stage.registry.get())
        let completions = Recorder<Void>()
        await withCheckedContinuation { continuation in
            client.identify(user: LDUser(key: "b")) {
                completions.add()
                continuation.resume()
            }
            #expect(client.variation(forKey: "on", defaultValue: false) == false)
            client.close()
        }
        await withCheckedContinuation { continuation in
            client.identify(user: LDUser(key: "c")) { continuation.resume() }
        }
        #expect(completions.count == 1)
    }

    // MARK: Observers

    @Test("Notifies observers of changes until they stop or their owner is gone")
    func observers() async throws {
        let gate = Gate()
        let stage = try UserStage { _ in
            [
                .send(.eventStream + .event("put", #"{"a":{"value":1,"version":1}}"#)), .wait(gate),
                .send(.event("patch", #"{"key":"a","value":2,"version":2}"#)), .stall,
            ]
        }
        defer { stage.end() }
        #expect(await stage.start(stage.config { $0.streamingMode = .streaming }) == false)
        let client = try #require(stage.registry.get())
        let owner = Owner()
        let stopped = Owner()
        let silent = Recorder<Void>()
        client.observeAll(owner: stopped) { _ in silent.add() }
        client.observe(key: "a", owner: Owner()) { _ in silent.add() }
        client.observe(key: "b", owner: owner) { _ in silent.add() }
        client.observeAll(owner: owner) { _ in silent.add() }.cancel()
        client.stopObserving(owner: stopped)
        let heard = await withCheckedContinuation { continuation in
            client.observe(keys: ["a", "b"], owner: owner) { changes in continuation.resume(returning: changes) }
            gate.open()
        }
        #expect(heard.keys.sorted() == ["a"])
        #expect(heard["a"]?.oldValue as? Int == 1 && heard["a"]?.newValue as? Int == 2)
        #expect(heard["a"]?.newValueSource == .server)
        #expect(silent.count == 0)
        withExtendedLifetime(owner) {}
    }
}
