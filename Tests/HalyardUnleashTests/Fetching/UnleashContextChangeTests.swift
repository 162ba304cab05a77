// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import Testing

@Suite("Unleash and changes of the context")
struct UnleashContextChangeTests {
    @Test("a new context cancels the request under way, whose late answer changes nothing")
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

    @Test("an equal context asks nothing; the same keys with other attributes ask")
    func equalContext() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .user("ann", ["plan": "gold"]))
        #expect(await client.start() == .ready)
        #expect(await client.setContext(.user("ann", ["plan": "gold"])) == .completed)
        #expect(stage.server.requests.count == 1)
        #expect(await client.setContext(.user("ann", ["plan": "silver"])) == .completed)
        #expect(stage.server.requests.count == 2)
        // The tag belongs to flags that were decided for the other context.
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil])
        await client.shutdown()
    }

    @Test("the last of many contexts wins, whatever the order of the answers")
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

    @Test("before the first answer a flag is not ready, after it a flag that is not listed is off, and says so")
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

    @Test("in a combination a flag that is not listed is not known")
    func unknownAbsence() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.missingFlags = .unknown })
        #expect(await client.start() == .ready)
        #expect(client.details(of: FlagKey("unlisted", default: true)).error?.code == .flagNotFound)
        await client.shutdown()
    }

    @Test("what the mapper cannot express is reported; an error that it throws is the reason of the failure")
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
