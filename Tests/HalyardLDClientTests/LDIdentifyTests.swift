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

/// Every result of a call that identifies another user.
@Suite("LDClient: identify")
struct LDIdentifyTests {
    private static let flags = #"{"on":{"value":true,"version":1}}"#

    /// Creates a stage whose service responds only to requests for these users.
    private func stage(answeringFor keys: Set<String>, status: Int? = nil) throws -> UserStage {
        try UserStage { request in
            let path = request.target.split(separator: "/").last.map(String.init) ?? ""
            let padding = String(repeating: "=", count: (4 - path.count % 4) % 4)
            let json = Data(base64Encoded: path + padding).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if keys.contains(where: { json.contains("\"key\":\"\($0)\"") }) { return Step.flags(Self.flags) }
            return status.map { [.send(.response($0))] } ?? [.stall]
        }
    }

    @Test("Returns an error immediately if the client isn't running")
    func notRunning() async throws {
        let stage = try stage(answeringFor: ["a"])
        let client = try await stage.started()
        stage.end()
        #expect(await client.identified(user: .plain("b")) == .error)
        #expect(await client.identified(user: .plain("b"), timeout: 5) == .error)
        let results = Recorder<LDIdentifyResult>()
        client.identify(user: .plain("b"), timeout: 5) { results.add($0) }
        #expect(results.all == [.error])
        await completed { client.identify(user: .plain("b"), completion: $0) }
    }

    @Test("Returns an error if the mobile key is rejected or the client closes")
    func error() async throws {
        let stage = try stage(answeringFor: ["a"], status: 401)
        defer { stage.end() }
        let client = try await stage.started()
        #expect(await client.identified(user: .plain("b")) == .error)
        #expect(!client.isOnline)

        let other = try self.stage(answeringFor: ["a"])
        defer { other.server.stop() }
        let closing = try await other.started()
        async let result = closing.identified(user: .plain("b"))
        await until { other.asked.count == 2 }
        closing.close()
        #expect(await result == .error)
    }

    @Test("Waits for all flags when a single flag arrives first")
    func patchFirst() async throws {
        let polls = Recorder<Void>()
        let stage = try UserStage { request in
            if request.target.contains("/meval") {
                let patch = Wire.event("patch", #"{"key":"on","value":false,"version":2}"#)
                return [.send(.eventStream + .event("ping", "{}") + (polls.count == 0 ? "" : patch)), .stall]
            }
            polls.add()
            return polls.count == 1 ? Step.flags(Self.flags) : [.stall]
        }
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.streamingMode = .streaming })
        let gold = LDUser(key: "a", custom: ["plan": "gold"], device: "d", operatingSystem: "o")
        let results = Recorder<LDIdentifyResult>()
        client.identify(user: gold, timeout: 5) { results.add($0) }
        // A call that the flag completes would complete in the same step in which the flag becomes readable.
        await until { !client.variation(forKey: "on", defaultValue: true) }
        await until(moving: stage.time, by: .seconds(1)) { results.count > 0 }
        #expect(results.all == [.timeout])
    }

    @Test("Continues to connect after a timeout without a second completion")
    func timeout() async throws {
        let late = Gate()
        let stage = try UserStage { _ in [.wait(late)] + Step.flags(Self.flags) }
        defer { stage.end() }
        stage.registry.start(config: stage.config(), user: .plain("a"), completion: nil)
        let waiting = try #require(stage.registry.get())
        #expect(await waiting.identified(user: .plain("b"), timeout: 0) == .timeout)
        let results = Recorder<LDIdentifyResult>()
        waiting.identify(user: .plain("b"), timeout: 3) { results.add($0) }
        await until(moving: stage.time, by: .seconds(1)) { results.count > 0 }
        #expect(results.all == [.timeout])
        late.open()
        #expect(await waiting.identified(user: .plain("b")) == .complete)
        #expect(waiting.variation(forKey: "on", defaultValue: false))
        #expect(results.count == 1)
    }

    @Test("Returns a timeout when the task is canceled")
    func cancelled() async throws {
        let stage = try stage(answeringFor: ["a"])
        defer { stage.end() }
        let client = try await stage.started()
        let task = Task { await client.identified(user: .plain("b")) }
        await until { stage.asked.count == 2 }
        task.cancel()
        #expect(await task.value == .timeout)
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.identified(user: .plain("c"))
        }
        #expect(await early.value == .timeout)
    }

    @Test("Sheds earlier callers when another user is identified")
    func shed() async throws {
        let stage = try stage(answeringFor: ["a", "c"])
        defer { stage.end() }
        let client = try await stage.started()
        let plain = Recorder<Void>()
        async let result = client.identified(user: .plain("b"))
        await until { stage.asked.count == 2 }
        client.identify(user: .plain("b")) { plain.add() }
        let newest = Task { await client.identified(user: .plain("c")) }
        #expect(await result == .shed)
        // The client delays going online starting with the third time.
        await until(moving: stage.time, by: .seconds(1)) { plain.count > 0 }
        #expect(await newest.value == .complete)
        #expect(client.variation(forKey: "on", defaultValue: false))
        #expect(plain.count == 1)
    }

    @Test("Completes with fresh flags, for the same user, and when offline")
    func complete() async throws {
        let stage = try stage(answeringFor: ["a", "b"])
        defer { stage.end() }
        let client = try await stage.started()
        #expect(await client.identified(user: .plain("b"), timeout: 60) == .complete)
        #expect(await client.identified(user: .plain("b")) == .complete)
        #expect(stage.asked.count == 2)
        await completed { client.setOnline(false, completion: $0) }
        #expect(await client.identified(user: .plain("z")) == .complete)
        #expect(client.allFlags?.isEmpty == true)
    }

    @Test("Calls the completion once when a timeout and a response race")
    func race() async throws {
        let stage = try UserStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.startOnline = false })
        for round in 0..<20 {
            await completed { client.setOnline(false, completion: $0) }
            client.setOnline(true)
            stage.time.advance(by: .seconds(300))
            let results = Recorder<LDIdentifyResult>()
            client.identify(user: .plain("\(round)"), timeout: 1) { results.add($0) }
            stage.time.advance(by: .seconds(1))
            await until(moving: stage.time, by: .milliseconds(100)) { results.count > 0 }
            // This call is queued after it, so it can't be called again once this one completes.
            await completed { client.setOnline(false, completion: $0) }
            #expect(results.count == 1)
        }
    }
}
