// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

/// Each behaviour of the policy that ``VariantLookupPolicy`` is named after, as a story.
@Suite("VariantLookupPolicy: behaviours")
struct LookupScenarioTests {
    private static let all =
        Scenario.resolution + Scenario.loading + Scenario.writing + Scenario.reading + Scenario.waiting
        + Scenario.changing

    @Test("no behaviour is lost, and each has a name of its own")
    func count() {
        #expect(Self.all.count == 62)
        #expect(Set(Self.all.map(\.name)).count == 62)
        #expect(Self.all.count { $0.differs != nil } == 12)
    }

    @Test("behaves as described", arguments: all)
    func behaviour(scenario: Scenario) async throws {
        try await ScenarioWorld().play(scenario)
    }
}
