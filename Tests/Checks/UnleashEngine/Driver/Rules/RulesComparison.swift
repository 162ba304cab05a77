// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Compares the apps' evaluations with the engine's results for each set of rules.
///
/// Half of the sets are fetched completely. The other half are fetched as the changes since the set before the last one.
struct RulesComparison: Sendable {
    let server: RulesServer
    let apps: [RulesApp]

    private(set) var sightings = RuleSightings()
    private(set) var reads = ReadCounts()
    private(set) var differences: [String] = []

    init(_ server: RulesServer, _ apps: [RulesApp]) {
        self.server = server
        self.apps = apps
    }

    mutating func run(sets: Int) async throws {
        for number in 0..<sets {
            let set = try await server.serve(number)
            let app = apps[number % apps.count]
            if let problem = await number < apps.count ? app.start() : app.refresh() {
                differences.append("\(app.title): set \(number): \(problem)")
                return
            }
            compare(set, app, "\(app.title): set \(number)")
        }
    }

    private mutating func compare(_ set: RulesServer.RuleSet, _ app: RulesApp, _ place: String) {
        for (number, (context, result)) in zip(set.contexts, set.results).enumerated() {
            let view = app.client.snapshot(for: EvaluationContext(generated: context))
            let seen = view.answers(expecting: result, &reads)
            for (name, expected) in result.answers.sorted(by: { $0.key < $1.key }) where seen[name] != expected {
                let answer = seen[name].map { "\($0)" } ?? "nothing"
                differences.append(
                    "\(place), context \(number): \(name): got \(answer), expected \(expected)")
            }
        }
        // The engine's results count here, so that an engine that returns false for everything doesn't reach the minimums.
        sightings.note(set.results.map(\.answers))
    }
}

extension FlagReading {
    /// Returns the values of the flags that have an engine result, and counts the reads that must be reported.
    func answers(expecting result: EngineResult, _ reads: inout ReadCounts) -> [String: EngineResult.Answer] {
        var answers: [String: EngineResult.Answer] = [:]
        for (name, expected) in result.answers {
            // The default value is the opposite value, so that it can't be mistaken for the flag's value.
            let details = details(of: FlagKey(name, default: !expected.isEnabled))
            reads.read(name, expected.isEnabled)
            guard details.error == nil else { continue }
            var answer = EngineResult.Answer(isEnabled: details.value, variant: details.variant)
            if expected.isEnabled {
                reads.readPayload(name, variant: expected.variant)
                answer.payload = payload(of: name, expected.payload)
            }
            answers[name] = answer
        }
        return answers
    }
}
