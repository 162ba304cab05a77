// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Testing
import TestSupport

/// Tests the built program with a comparison as large as a migration.
@Suite("Large comparisons")
struct LargeComparisonTests {
    private static let contexts = 1000
    private static let flags = 400
    private let folder = Folder()

    /// Returns Unleash rules that enable all flags for everyone, except one flag for one person.
    private func rules(without person: String) -> String {
        let others = (1...Self.contexts).map { "person-\($0)" }.filter { $0 != person }.joined(separator: ",")
        let features = (1...Self.flags).map { number in
            let strategy =
                number == 217
                ? #"{"name": "userWithId", "parameters": {"userIds": "\#(others)"}}"# : #"{"name": "default"}"#
            return #"{"name": "flag-\#(number)", "enabled": true, "strategies": [\#(strategy)]}"#
        }
        return #"{"version": 2, "features": [\#(features.joined(separator: ","))]}"#
    }

    @Test("Finds one difference among 1,000 contexts and 400 flags")
    func planted() async throws {
        let people = (1...Self.contexts).map { "{\"key\": \"person-\($0)\"}\n" }
        let flags = (1...Self.flags).map { "\"flag-\($0)\": true" }
        try folder.write(people.joined(), to: "people.jsonl")
        try folder.write(rules(without: "person-617"), to: "new.json")
        try folder.write(
            """
            {"version": 1, "active": "old", "providers": {
              "old": {"type": "memory", "flags": {\(flags.joined(separator: ","))}},
              "new": {"type": "bootstrap", "file": "new.json", "format": "unleash-local"}}}
            """, to: "halyard.json")
        let program = try #require(Program("halyard-cli"), "The program isn't next to the tests.")
        let start = ContinuousClock.now
        let outcome = try await program.run(
            ["compare", "old", "new", "--contexts", "people.jsonl", "--json"], environment: folder.environment,
            in: folder.url)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        #expect(outcome.status == 1, "\(outcome.errors)")
        let answer = try JSONReader().read(outcome.output)
        #expect(answer["contexts"] == 1000)
        #expect(answer["compared"] == 400_000)
        #expect(answer["differing"] == 1)
        guard case .array(let rows)? = answer["flags"] else {
            Issue.record("no flags: \(answer)")
            return
        }
        let differing = rows.filter { $0["agreement"] != 1.0 }
        #expect(differing.map { $0["key"] } == ["flag-217"])
        #expect(differing.first?["counts"] == ["agrees": 999, "differs": 1])
        let identity = EvaluationContext.user("person-617").identityDigest.prefix(12)
        #expect(differing.first?["examples"]?[0]?["identity"] == .string(String(identity)))
        print("compare: 1000 contexts, 400 flags, 400000 comparisons in \((seconds * 10).rounded() / 10) s, 1 differs")
    }
}
