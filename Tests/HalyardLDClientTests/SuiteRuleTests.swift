// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardSupport
import HostileServer
import Testing

/// Requirements of [LaunchDarkly's contract tests](https://github.com/launchdarkly/sdk-test-harness), over sockets:
/// evaluations and analytics events.
@Suite("LDClient: LaunchDarkly's contract tests")
struct SuiteRuleTests {
    private static let flags = #"""
        {"bool": {"value": true, "variation": 1, "version": 2, "reason": {"kind": "RULE_MATCH", "ruleId": "r", "odd": [1]}},
         "zero": {"value": 0, "version": 1}, "one": {"value": 1, "version": 1}, "minus": {"value": -2.7, "version": 1},
         "huge": {"value": 1e300, "version": 1}, "text": {"value": "x", "version": 1}, "list": {"value": [1, null], "version": 1},
         "null": {"value": null, "variation": 3, "version": 1, "reason": {"kind": "OFF"}}}
        """#

    private struct RuleStage {
        let server: HostileServer
        let client: LDClient

        /// Creates a client of a service with these flags.
        init(_ flags: String, withReasons: Bool = true) async throws {
            let server = try HostileServer { request in
                if request.target.contains("/mobile/events") { return [.send(.response(202))] }
                return [.send(.response(200, [], body: Wire(Array(flags.utf8))))]
            }
            var dependencies = LDClientDependencies(time: ManualTime())
            dependencies.store = InMemoryFlagStore()
            dependencies.eventFiles = nil
            let registry = LDClient.makeRegistry(dependencies)
            var config = LDConfig(mobileKey: "mob")
            let url = try #require(URL(string: server.url("")))
            (config.baseUrl, config.eventsUrl, config.streamingMode) = (url, url, .polling)
            (config.diagnosticOptOut, config.evaluationReasons) = (true, withReasons)
            let made = config
            _ = await withCheckedContinuation { continuation in
                registry.start(config: made, user: LDUser(key: "a")) { continuation.resume(returning: $0) }
            }
            self.server = server
            client = try #require(registry.get())
        }

        /// Closes the client, and returns the events that it sent last.
        func end() async throws -> FlagValue {
            client.close()
            defer { server.stop() }
            while true {
                let request = try await server.nextRequest()
                if request.target.contains("/mobile/events") { return try JSONReader().read(request.body) }
            }
        }
    }

    private static let wrongType = ["kind": "ERROR", "errorKind": "WRONG_TYPE"]

    private func isWrong<T: LDFlagValueConvertible & Equatable>(
        _ client: LDClient, _ key: String, _ fallback: T
    ) -> Bool {
        let detail = client.variationDetail(forKey: key, defaultValue: fallback)
        return detail.value == fallback && detail.variationIndex == nil
            && detail.reason as? [String: String] == Self.wrongType
    }

    @Test("Reports an error if the default value has a different type")
    func types() async throws {
        let stage = try await RuleStage(Self.flags)
        let client = stage.client
        for key in ["zero", "one", "text", "list"] { #expect(isWrong(client, key, true)) }
        for key in ["bool", "text", "list"] {
            #expect(isWrong(client, key, 5))
            #expect(isWrong(client, key, 5.5))
        }
        for key in ["bool", "zero", "list"] { #expect(isWrong(client, key, "y")) }
        #expect(isWrong(client, "huge", 5), "The value is out of range for Int.")
        #expect(isWrong(client, "text", [1]))
        #expect(client.variation(forKey: "huge", defaultValue: 5.5) == 1e300)
        #expect(client.variation(forKey: "one", defaultValue: 5.5) == 1)
        #expect(client.variation(forKey: "minus", defaultValue: 5) == -2, "The value is rounded towards zero.")
        #expect(client.variation(forKey: "list", defaultValue: LDFlagValue.null) == .array([.int(1), .null]))
        _ = try await stage.end()
    }

    @Test("Returns unchanged reasons if requested, and error reasons always", arguments: [true, false])
    func reasons(areWanted: Bool) async throws {
        let stage = try await RuleStage(Self.flags, withReasons: areWanted)
        let client = stage.client
        let found = client.variationDetail(forKey: "bool", defaultValue: false)
        #expect(found.value && found.variationIndex == 1)
        let reason = try found.reason.map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
        #expect(
            reason.map { String(decoding: $0, as: UTF8.self) }
                == (areWanted ? #"{"kind":"RULE_MATCH","odd":[1],"ruleId":"r"}"# : nil))
        let empty = client.variationDetail(forKey: "null", defaultValue: 4)
        #expect(empty.value == 4 && empty.variationIndex == 3)
        #expect(empty.reason as? [String: String] == (areWanted ? ["kind": "OFF"] : nil))
        let missing = client.variationDetail(forKey: "none", defaultValue: 4)
        #expect(missing.value == 4 && missing.variationIndex == nil)
        #expect(missing.reason as? [String: String] == ["kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"])
        #expect(isWrong(client, "bool", 4))
        #expect(stage.server.requests.first?.target.hasSuffix("?withReasons=true") == areWanted)
        _ = try await stage.end()
    }

    @Test("Returns the service's error reason even if reasons aren't requested", arguments: [true, false])
    func malformed(areWanted: Bool) async throws {
        let flags = #"{"broken":{"value":null,"version":1,"reason":{"kind":"ERROR","errorKind":"MALFORMED_FLAG"}}}"#
        let stage = try await RuleStage(flags, withReasons: areWanted)
        let detail = stage.client.variationDetail(forKey: "broken", defaultValue: 4)
        #expect(detail.value == 4 && detail.variationIndex == nil)
        #expect(detail.reason as? [String: String] == ["kind": "ERROR", "errorKind": "MALFORMED_FLAG"])
        _ = try await stage.end()
    }

    @Test("Returns all flags with a value, without reporting the read")
    func allFlags() async throws {
        let stage = try await RuleStage(Self.flags)
        #expect(stage.client.allFlags?.keys.sorted() == ["bool", "huge", "list", "minus", "one", "text", "zero"])
        guard case .array(let events) = try await stage.end() else {
            Issue.record("The events aren't an array.")
            return
        }
        #expect(events.map { $0["kind"] } == ["identify"])
    }

    @Test("Reports identify for the same user without requesting flags")
    func sameUser() async throws {
        let stage = try await RuleStage(Self.flags)
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in
                stage.client.identify(user: LDUser(key: "a")) { continuation.resume() }
            }
            #expect(stage.client.variation(forKey: "bool", defaultValue: false))
        }
        guard case .array(let events) = try await stage.end() else {
            Issue.record("The events aren't an array.")
            return
        }
        #expect(events.map { $0["kind"] } == ["identify", "identify", "identify", "summary"])
        #expect(events.prefix(3).map { $0["key"] } == ["a", "a", "a"])
        #expect(events.first?["user"]?["anonymous"] == nil, "Neither the app nor a missing key sets the attribute.")
        #expect(stage.server.requests.count { !$0.target.contains("/mobile/events") } == 1)
    }
}
