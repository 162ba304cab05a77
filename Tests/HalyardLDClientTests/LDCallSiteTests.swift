// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardLDClient
import HostileServer
import LDTestSupport
import Testing

/// A test for each call site in the table of "From LDClient to Halyard".
@Suite("LDClient: call sites of the LaunchDarkly iOS SDK")
struct LDCallSiteTests {
    private func stage() throws -> UserStage {
        try UserStage { _ in
            Step.flags(#"{"on":{"value":true,"version":1},"number":{"value":2.5,"variation":3,"version":1}}"#)
        }
    }

    @Test("Supports the calls of versions 5 and 6")
    func current() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.evaluationReasons = true })
        let isOn = client.variation(forKey: "on", defaultValue: false)
        let number: Float = client.variation(forKey: "number", defaultValue: 1)
        let nothing: String? = client.variation(forKey: "missing")
        let detail: LDEvaluationDetail<Double> = client.variationDetail(forKey: "number", defaultValue: 0)
        #expect(isOn && number == 2.5 && nothing == nil && detail.value == 2.5 && detail.variationIndex == 3)
        #expect(client.boolVariation(forKey: "on", defaultValue: false))
        #expect(client.doubleVariation(forKey: "number", defaultValue: 0) == 2.5)
        #expect(client.stringVariation(forKey: "missing", defaultValue: "x") == "x")
        try client.track(key: "bought", data: ["sum": 9.5], metricValue: 9.5)
        client.alias(context: LDUser(key: "new"), previousContext: LDUser(key: "old"))
        client.flush()
        await completed { client.setOnline(false, completion: $0) }
        #expect(!client.isOnline && client.isInitialized)
        client.identify(user: LDUser(key: "b"))
        client.identify(user: LDUser(key: "c")) {}
        let owner = Owner()
        client.observe(key: "on", owner: owner) { change in _ = change.newValue as? Bool }
        client.observe(keys: ["on"], owner: owner) { changes in _ = changes["on"] }
        client.observeAll(owner: owner) { _ in }
        client.observeFlagsUnchanged(owner: owner) {}
        client.observeCurrentConnectionMode(owner: owner) { mode in _ = mode == .polling }
        client.observeError(owner: owner) { _ in }
        client.stopObserving(owner: owner)
    }

    @Test("Creates a user from a dictionary, and compares users by key")
    func users() throws {
        let user = LDUser(userDictionary: [
            "key": "ada", "name": "Ada", "firstName": 5, "ip": "1.2.3.4", "anonymous": true, "secondary": "s",
            "privateAttrs": ["email"], "custom": ["plan": "gold", "seats": 3, "device": "phone", "os": "os 1"],
            "unknown": 1,
        ])
        #expect(user.name == "Ada" && user.firstName == nil && user.ipAddress == "1.2.3.4" && user.isAnonymous)
        #expect(user.secondary == "s" && user.privateAttributes == ["email"])
        #expect(user.device == "phone" && user.operatingSystem == "os 1")
        #expect(user.custom?["plan"] as? String == "gold")
        #expect(user.custom?["seats"] as? Int == 3)
        #expect(user == LDUser(key: "ada"))
        #expect(user != LDUser(key: "bob"))
        #expect(Set([user, LDUser(key: "ada")]).count == 1)
        #expect(
            LDUser.privatizableAttributes == [
                "name", "firstName", "lastName", "country", "ip", "email", "avatar", "secondary", "custom",
            ])
    }

    @Test("Encodes connection failures like the LaunchDarkly iOS SDK")
    func connection() throws {
        let reasons: [ConnectionInformation.LastConnectionFailureReason] = [
            .none, .unauthorized, .httpError(503), .unknownError("why"),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            String(decoding: try encoder.encode(reasons), as: UTF8.self)
                == #"[{"type":"none"},{"type":"unauthorized"},{"payload":503,"type":"httpError"},"#
                + #"{"payload":"why","type":"unknownError"}]"#)
        #expect(reasons.map(\.description) == ["none", "unauthorized", "httpError: 503", "unknownError: why"])
        let decoder = JSONDecoder()
        #expect(
            try decoder.decode([ConnectionInformation.LastConnectionFailureReason].self, from: encoder.encode(reasons))
                == reasons)
        #expect(throws: DecodingError.self) {
            try decoder.decode(
                ConnectionInformation.LastConnectionFailureReason.self, from: Data(#"{"type":"httpError"}"#.utf8))
        }
        let stage = try stage()
        defer { stage.end() }
        stage.registry.start(config: stage.config { $0.startOnline = false }, user: .plain("a"), completion: nil)
        let information = try #require(stage.registry.get()).getConnectionInformation()
        #expect(try decoder.decode(ConnectionInformation.self, from: encoder.encode(information)) == information)
        #expect(information.currentConnectionMode == .offline)
    }

    @Test("Supports the calls of version 4")
    @available(*, deprecated)
    func version4() async throws {
        let stage = try stage()
        defer { stage.end() }
        let shared = stage.registry.primary
        #expect(shared.variationAndSource(forKey: "on", fallback: false) == (false, .fallback))
        await completed {
            shared.startCompleteWhenFlagsReceived(config: stage.config(), user: .plain("a"), completion: $0)
        }
        shared.startCompleteWhenFlagsReceived(config: stage.config(), startWaitSeconds: 1) { _ in }
        let detail: EvaluationDetail<Int> = shared.variationDetail(forKey: "missing", fallback: 5)
        #expect(detail.value == 5)
        #expect(shared.variationAndSource(forKey: "on", fallback: false) == (true, .server))
        let none: (Bool?, LDFlagValueSource) = shared.variationAndSource(forKey: "missing")
        #expect(none.0 == nil && none.1 == .fallback)
        try shared.trackEvent(key: "bought", data: nil, metricValue: 1)
        shared.stop()
        #expect(stage.registry.get() == nil)
    }
}
