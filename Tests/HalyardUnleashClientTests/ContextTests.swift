// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import Testing

@Suite("UnleashClient: context")
struct ClientContextTests {
    /// Returns a stage whose server has different flags for Ann, and sends them only when the gate is open.
    private static func stage(_ gate: Gate) throws -> ClientStage {
        try ClientStage { request in
            let isAnn = request.target.contains("userId=ann")
            return (isAnn ? [.wait(gate)] : []) + [.send(isAnn ? .toggles("ann") : .toggles("bob"))]
        }
    }

    @Test("Ignores a late response for a previous context")
    func race() async throws {
        let gate = Gate()
        let stage = try Self.stage(gate)
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard()
        client.updateContext(context: ["userId": "ann"], completionHandler: heard.completion("ann"))
        _ = try await stage.server.nextRequest()
        client.updateContext(context: ["userId": "bob"], completionHandler: heard.completion("bob"))
        #expect(await heard.next() == "ann nil")
        #expect(await heard.next() == "bob nil")
        #expect(client.isEnabled(name: "bob"))
        gate.open()
        let error = await client.changeFailure(["remoteAddress": "10.0.0.1"])
        #expect(error == nil)
        #expect(client.isEnabled(name: "bob"))
        #expect(!client.isEnabled(name: "ann"))
        #expect(heard.lines.count == 2)
    }

    @Test("Completes concurrent updates and serves the flags of its context")
    func manyUpdates() async throws {
        let stage = try ClientStage { request in
            let user = request.target.split(separator: "&").first { $0.hasPrefix("userId=") }.map {
                String($0.dropFirst(7))
            }
            return [.send(.toggles(user ?? "nobody"))]
        }
        defer { stage.server.stop() }
        let client = stage.client()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let error = await client.updateFailure(context: ["userId": "u\(number)"])
                    #expect(error == nil)
                }
            }
        }
        let user = try #require(client.context.userId)
        #expect(client.isEnabled(name: user))
        #expect(client.halyard.allFlags.count == 1)
    }

    @Test("Runs only one poller when updated before the start")
    func beforeStart() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client()
        let updated = await client.updateFailure(context: ["userId": "ann"])
        #expect(updated == nil)
        #expect(client.isEnabled(name: "a"))
        let started = await client.startFailure()
        #expect(started == nil)
        await stage.untilOnePoller()
        #expect(
            stage.server.requests.map(\.target)
                == Array(
                    repeating: "/api/frontend?appName=test&environment=default&userId=ann&sessionId=4711", count: 2))
    }

    @Test("Resumes polling when the context is updated after a stop")
    func afterStop() async throws {
        let stage = try ClientStage(.toggles("a"), .toggles("b"))
        defer { stage.server.stop() }
        let client = stage.client()
        try await client.start()
        await stage.stop(client)
        let error = await client.updateFailure(context: ["userId": "ann"])
        #expect(error == nil)
        #expect(client.isEnabled(name: "b"))
        await stage.untilOnePoller()
    }

    @Test("Replaces all fields except app, environment, and session ID on update")
    func replacing() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(context: [
            "userId": "ann", "sessionId": "1", "remoteAddress": "10.0.0.1", "plan": "gold", "appName": "no",
            "environment": "no",
        ])
        #expect(
            client.context.toMap() == [
                "appName": "test", "environment": "default", "userId": "ann", "sessionId": "1",
                "remoteAddress": "10.0.0.1", "plan": "gold",
            ])
        let error = await client.updateFailure(
            context: ["customKey": "field", "appName": "no", "currentTime": "2026-01-01T00:00:00Z", "q": "a+b c&d"],
            properties: ["customKey": "customValue"])
        #expect(error == nil)
        let request = try await stage.server.nextRequest()
        #expect(
            request.target
                == "/api/frontend?appName=test&environment=default&sessionId=1&currentTime=2026-01-01T00%3A00%3A00Z"
                + "&properties%5BcustomKey%5D=customValue&properties%5Bq%5D=a%2Bb%20c%26d")
        #expect(client.context.userId == nil)
        #expect(client.context.remoteAddress == nil)
    }

    @Test("Sets and removes single fields without changing other fields")
    func merging() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(context: ["userId": "ann", "sessionId": "1", "plan": "gold"])
        let heard = Heard()
        client.setContextField("plan", "silver", completionHandler: heard.completion("set"))
        #expect(await heard.next() == "set nil")
        client.setContextFields(
            ["userId": "bob", "environment": "no"], properties: ["size": "2"],
            completionHandler: heard.completion("merge"))
        #expect(await heard.next() == "merge nil")
        client.removeContextField("plan", completionHandler: heard.completion("remove"))
        #expect(await heard.next() == "remove nil")
        client.removeContextField("userId", completionHandler: heard.completion("remove"))
        #expect(await heard.next() == "remove nil")
        let start = "/api/frontend?appName=test&environment=default"
        #expect(
            stage.server.requests.map(\.target) == [
                start + "&userId=ann&sessionId=1&properties%5Bplan%5D=silver",
                start + "&userId=bob&sessionId=1&properties%5Bplan%5D=silver&properties%5Bsize%5D=2",
                start + "&userId=bob&sessionId=1&properties%5Bsize%5D=2",
                start + "&sessionId=1&properties%5Bsize%5D=2",
            ])
        #expect(client.context.properties == ["size": "2"])
    }

    @Test("Keeps flags after a failed fetch only if the user is the same")
    func failedUpdate() async throws {
        let stage = try ClientStage(.toggles("a"), .response(500), .toggles("a"), .response(500))
        defer { stage.server.stop() }
        let client = stage.client(context: ["userId": "ann", "sessionId": "1"])
        let first = await client.startFailure()
        #expect(first == nil)
        let second = await client.changeFailure(["plan": "gold"])
        #expect(second == .network)
        #expect(client.isEnabled(name: "a"))
        let third = await client.startFailure()
        #expect(third == nil)
        let fourth = await client.updateFailure(context: ["userId": "bob"])
        #expect(fourth == .network)
        #expect(!client.isEnabled(name: "a"))
    }

    @Test("Reuses the stored session ID in the next client")
    func sessionId() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        for _ in 1...2 {
            let error = await stage.client(context: [:]).startFailure()
            #expect(error == nil)
        }
        let targets = stage.server.requests.map(\.target)
        #expect(targets.count == 2)
        #expect(targets[0] == targets[1])
        #expect(targets[0].wholeMatch(of: /.*&sessionId=\d+/) != nil)
    }
}
