// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing
import TestSupport

@Suite("OpenFeature: test flags", .needsSpecification)
struct FlagRowTests {
    @Test("Returns the expected result for each flag", arguments: FlagRow.all)
    func serves(_ row: FlagRow) async throws {
        let client = FlagClient(
            provider: InMemoryFlagProvider(definitions: try Specification.flags()), options: .manual())
        #expect(await client.start() == .ready)
        let answer = try row.flag.answer(from: client)
        #expect(answer.value == row.value)
        #expect(answer.variant == row.variant)
        #expect(answer.reason == row.reason)
        #expect(answer.error == nil)
        #expect(answer.origin == Origin(.memory, provider: "memory"))
        #expect(client.json(row.flag.name, default: row.flag.defaultValue) == row.value)
    }

    @Test("Lists every flag of the file")
    func isComplete() throws {
        #expect(FlagRow.all.count == 25)
        #expect(FlagRow.all.map(\.flag.name).sorted() == (try Specification.flags().keys.sorted()))
    }

    @Test(
        "Requires all three attributes of the targeting rule",
        arguments: [
            (["email": "ballmer@macrosoft.com", "age": 65, "customer": false], "INTERNAL", .targetingMatch),
            (["email": "ballmer@macrosoft.com", "age": 10, "customer": false], "EXTERNAL", .default),
            (["email": "ballmer@macrosoft.com", "age": 65, "customer": true], "EXTERNAL", .default),
            (["email": "ballmer@none.com", "age": 65, "customer": false], "EXTERNAL", .default),
            (["email": "ballmer@macrosoft.com", "age": 65], "EXTERNAL", .default),
        ] as [([String: FlagValue], String, EvaluationReason)])
    func complexRule(attributes: [String: FlagValue], value: String, reason: EvaluationReason) async throws {
        let client = FlagClient(
            provider: InMemoryFlagProvider(definitions: try Specification.flags()), context: .user("steve", attributes),
            options: .manual())
        #expect(await client.start() == .ready)
        let details = client.details(of: FlagKey("complex-targeted", default: "nobody"))
        #expect(details.value == value)
        #expect(details.reason == reason)
    }
}
