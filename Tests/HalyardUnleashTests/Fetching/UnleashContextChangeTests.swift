// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import Testing

@Suite("Unleash context changes")
struct UnleashContextChangeTests {
    @Test("Cancels a pending request on a new context and ignores its response")
    func lateAnswer() async throws {
        let gate = Gate()
        let stage = try UnleashStage { request in
            guard request.target.contains("userId=ann") else { return [.send(.toggles("for-bob"))] }
            return [.wait(gate), .send(.toggles("for-ann"))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        #expect(await client.setContext(.user("bob")) == .completed)
        gate.open()
        #expect(await start.value == .ready)
        #expect(client.allFlags == ["for-bob": true])
        try await stage.server.untilClosedByClient(0)
        #expect(client.allFlags == ["for-bob": true])
        await client.shutdown()
    }

    @Test("Fetches for changed attributes, but not for an equal context")
    func equalContext() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .user("ann", ["plan": "gold"]))
        #expect(await client.start() == .ready)
        #expect(await client.setContext(.user("ann", ["plan": "gold"])) == .completed)
        #expect(stage.server.requests.count == 1)
        #expect(await client.setContext(.user("ann", ["plan": "silver"])) == .completed)
        #expect(stage.server.requests.count == 2)
        // The ETag belongs to the previous context's flags.
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil])
        await client.shutdown()
    }

    @Test("Serves the last context's flags after concurrent changes")
    func manyContexts() async throws {
        let stage = try UnleashStage { request in
            let user = request.target.split(separator: "&").first { $0.hasPrefix("userId=") } ?? ""
            return [.send(.toggles(String(user.dropFirst("userId=".count))))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...50 { group.addTask { await client.setContext(.user("user\(number)")) } }
        }
        #expect(await client.setContext(.user("last")) == .completed)
        #expect(client.allFlags == ["last": true])
        await client.shutdown()
    }

    @Test("Reports unlisted flags as not ready, and as off after the response")
    func absence() async throws {
        let gate = Gate()
        let stage = try UnleashStage { _ in [.wait(gate), .send(.toggles("a"))] }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        let key = FlagKey("unlisted", default: true)
        #expect(client[key])
        #expect(client.details(of: key).error?.code == .providerNotReady)
        gate.open()
        #expect(await start.value == .ready)
        #expect(!client[key])
        #expect(client.details(of: key).description == "unlisted = false (DISABLED, default)")
        #expect(client.details(of: key).metadata == ["absent": true])
        await client.shutdown()
    }

    @Test("Reports an unlisted flag as not found if missing flags are unknown")
    func unknownAbsence() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.missingFlags = .unknown })
        #expect(await client.start() == .ready)
        #expect(client.details(of: FlagKey("unlisted", default: true)).error?.code == .flagNotFound)
        await client.shutdown()
    }

    @Test("Reports mapping losses, and fails with the mapper's error")
    func mapping() async throws {
        struct Strict: ContextMapper {
            func map(_ context: EvaluationContext) throws -> MappedContext<UnleashContext> {
                throw FlagError(.targetingKeyMissing, "A key, please.")
            }
        }
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let lossy = stage.client(try stage.provider(), for: .user("ann", ["list": [1]]))
        #expect(await lossy.start() == .ready)
        #expect(lossy.diagnostics.recent.map(\.subject) == ["list"])
        await lossy.shutdown()
        let strict = stage.client(try UnleashProvider(stage.options(), mapper: Strict(), store: InMemoryFlagStore()))
        #expect(await strict.start() == .defaults(FlagError(.targetingKeyMissing, "A key, please.")))
        await strict.shutdown()
    }
}
