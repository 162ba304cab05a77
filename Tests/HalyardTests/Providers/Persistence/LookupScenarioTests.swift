// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

/// Tests of each behavior of the policy that ``VariantLookupPolicy`` is named after, as a scenario.
@Suite("VariantLookupPolicy scenarios")
struct LookupScenarioTests {
    private static let all =
        Scenario.resolution + Scenario.loading + Scenario.writing + Scenario.reading + Scenario.waiting
        + Scenario.changing

    @Test("Contains 62 uniquely named scenarios")
    func count() {
        #expect(Self.all.count == 62)
        #expect(Set(Self.all.map(\.name)).count == 62)
        #expect(Self.all.count { $0.differs != nil } == 12)
    }

    @Test("Behaves as each scenario describes", arguments: all)
    func behaviour(scenario: Scenario) async throws {
        try await ScenarioWorld().play(scenario)
    }
}
