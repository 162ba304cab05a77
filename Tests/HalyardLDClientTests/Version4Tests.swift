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

/// The spellings of version 4, including ones that appear only in documentation.
@Suite("LDClient: earlier spellings")
struct Version4Tests {
    @Test("Returns default values and changes nothing before a start")
    @available(*, deprecated)
    func notStarted() throws {
        let stage = try UserStage { _ in [.stall] }
        defer { stage.end() }
        let shared = stage.registry.primary
        #expect(LDClient.shared === LDClient.shared && shared === stage.registry.primary)
        shared.user = .plain("b")
        shared.reportEvents()
        shared.stopClient()
        try shared.trackEvent(key: "e")
        #expect(shared.allFlagValues == nil && shared.user.isAnonymous)
        #expect(shared.variation(forKey: "a", fallback: 1) == 1)
        #expect(shared.variation(forKey: "a", fallback: nil as Int?) == nil)
        #expect(shared.variationDetail(forKey: "a", fallback: 1).value == 1)
        #expect(shared.variationDetail(forKey: "a", fallback: nil as Int?).value == nil)
        #expect(stage.server.requests.isEmpty)
    }

    @Test("Returns the same client from shared and get() while clients run")
    func sharedIdentity() async throws {
        let stage = try UserStage { _ in Step.flags("{}") }
        defer { stage.end() }
        let first = try await stage.started(stage.config { $0.startOnline = false })
        #expect(stage.registry.primary === first && stage.registry.get() === first)
        first.close()
        let shared = stage.registry.primary
        #expect(shared !== first && stage.registry.get() == nil)
        let second = try await stage.started(stage.config { $0.startOnline = false })
        #expect(second === shared && stage.registry.primary === shared)
    }

    @Test("Forwards each earlier spelling to its successor")
    @available(*, deprecated)
    func forwards() async throws {
        let stage = try UserStage { _ in Step.flags(#"{"a":{"value":5,"variation":3,"version":1}}"#) }
        defer { stage.server.stop() }
        let shared = stage.registry.primary
        await completed { shared.start(config: stage.config(), user: .plain("a"), completion: $0) }
        #expect(stage.registry.get() === shared)
        #expect(shared.variation(forKey: "a", fallback: 1) == 5)
        #expect(shared.variation(forKey: "a", fallback: nil as Int?) == 5)
        #expect(shared.variationDetail(forKey: "a", fallback: 1).variationIndex == 3)
        #expect(shared.variationDetail(forKey: "a", fallback: nil as Int?).value == 5)
        #expect(shared.allFlagValues as? [String: Int] == ["a": 5])
        try shared.trackEvent(key: "e", data: ["x": 1])
        #expect(throws: JSONSerialization.JSONError.invalidJsonObject) {
            try shared.trackEvent(key: "e", data: Date())
        }
        shared.reportEvents()
        #expect(try await stage.posts(1)[0].text.contains(#""data":{"x":1},"key":"e","kind":"custom""#))
        shared.user = .plain("b")
        #expect(shared.user == .plain("b"))
        await until { stage.asked.count == 2 }
        let owner = Owner()
        shared.observe("a", owner: owner) { _ in }
        shared.observe(["a"], owner: owner) { _ in }
        var config = stage.config()
        config.debugMode = true
        #expect(config.debugMode && config.isDebugMode)
        shared.stopClient()
        #expect(shared.allFlagValues == nil && stage.registry.get() == nil)
        withExtendedLifetime(owner) {}
    }
}
