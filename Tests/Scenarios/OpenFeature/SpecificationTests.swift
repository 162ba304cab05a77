// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@Suite("OpenFeature: specification", .needsSpecification)
struct SpecificationTests {
    @Test("Passes the scenarios of evaluation_v2.feature", arguments: try Specification.scenarios(of: "evaluation_v2"))
    func evaluation(_ scenario: Scenario) async {
        await World.run(scenario)
    }

    @Test("Passes the scenarios of hooks.feature", arguments: try Specification.scenarios(of: "hooks"))
    func hooks(_ scenario: Scenario) async {
        await World.run(scenario)
    }

    @Test("Passes the scenarios of metadata.feature", arguments: try Specification.scenarios(of: "metadata"))
    func metadata(_ scenario: Scenario) async {
        await World.run(scenario)
    }

    @Test("Runs every scenario, and lists every flag")
    func totals() async throws {
        var counts: [String: Int] = [:]
        for file in Specification.runnable {
            for scenario in try Specification.scenarios(of: file) where await World.run(scenario) {
                counts[file, default: 0] += 1
            }
        }
        #expect(counts == ["evaluation_v2": 82, "hooks": 3, "metadata": 5])
        let flags = try Specification.flags().keys.sorted()
        #expect(flags.count == 25)
        #expect(flags == FlagRow.all.map(\.flag.name).sorted())
        print("openfeature: ran \(counts.values.reduce(0, +)) scenarios, \(flags.count) flags")
    }

    @Test("Throws an error that names an undefined step")
    func unknownStep() async throws {
        let scenarios = try GherkinReader.scenarios(
            """
            Feature: Unknown
              Scenario: Provider
                Given a provider of a new kind
              Scenario: Evaluation
                When the flag was evaluated in a new way
              Scenario: Expectation
                Given a Boolean-flag with key "boolean-flag" and a fallback value "false"
                When the flag was evaluated with details
                Then the resolved details should be "new"
            """)
        var messages: [String] = []
        for scenario in scenarios {
            let error = await #expect(throws: Specification.Surprise.self) { try await World.play(scenario) }
            messages += [error?.description].compactMap(\.self)
        }
        #expect(
            messages == [
                "unknown step (line 3: Given a provider of a new kind)",
                "unknown step (line 5: When the flag was evaluated in a new way)",
                #"unknown step (line 9: Then the resolved details should be "new")"#,
            ])
    }
}
