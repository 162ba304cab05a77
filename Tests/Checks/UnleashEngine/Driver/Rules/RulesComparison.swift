// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Goes through sets of rules: what apps decide by each must be what the engine says.
///
/// Half of the sets are fetched whole, the other half as what changed since the one before the last.
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
                    "\(place), context \(number): \(name): decided \(answer), the engine says \(expected)")
            }
        }
        // What the engine says, so that one that says no to everything shows nothing.
        sightings.note(set.results.map(\.answers))
    }
}

extension FlagReading {
    /// What the flags are that the engine says something of; reads are counted as they should be.
    func answers(expecting result: EngineResult, _ reads: inout ReadCounts) -> [String: EngineResult.Answer] {
        var answers: [String: EngineResult.Answer] = [:]
        for (name, expected) in result.answers {
            // The default is the other value, so that it can never pass for the flag's.
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
