// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One app that takes each context in turn, and compares its flags with the engine's results.
struct ContextWalk: Sendable {
    /// The time limit of one context change on a busy machine.
    static let patience = Duration.seconds(60)
    /// The number of contexts in the rapid sequence.
    private static let hurried = 50

    let app: App
    let contexts: [FlagValue]
    let results: [EngineResult]

    private(set) var sightings = Sightings()
    private(set) var reads = ReadCounts()
    private(set) var complaints: [String] = []

    init(_ app: App, contexts: [FlagValue], results: [EngineResult]) {
        self.app = app
        self.contexts = contexts
        self.results = results
    }

    /// Takes all contexts, and then some of them again without waiting.
    mutating func run() async {
        for (index, (context, result)) in zip(contexts, results).enumerated() {
            let context = EvaluationContext(generated: context)
            let outcome = await app.take(context, isFirst: index == 0)
            guard outcome == nil else {
                complaints.append("\(app.title): context \(index): \(outcome ?? "")")
                return
            }
            compare(result, "\(app.title): context \(index)")
        }
        await hurry(Self.hurried)
    }

    /// Changes through contexts without waiting, and checks that the app then sees the flags of the last one.
    private mutating func hurry(_ count: Int) async {
        guard contexts.count > count else { return }
        for context in contexts[..<count] {
            await app.client.setContext(EvaluationContext(generated: context), within: .zero)
        }
        if let problem = await app.take(EvaluationContext(generated: contexts[count]), isFirst: false) {
            complaints.append("\(app.title): in a hurry: \(problem)")
        }
        compare(results[count], "\(app.title): in a hurry")
    }

    private mutating func compare(_ result: EngineResult, _ place: String) {
        var seen: [String: EngineResult.Answer] = [:]
        for (name, expected) in result.answers {
            // The default value is the opposite value, so that it can't be mistaken for the flag's value.
            let details = app.client.details(of: FlagKey(name, default: !expected.isEnabled))
            reads.read(name, expected.isEnabled)
            var answer = EngineResult.Answer(isEnabled: details.value, variant: details.variant)
            if expected.isEnabled {
                reads.readPayload(name, variant: expected.variant)
                answer.payload = app.client.payload(of: name, expected.payload)
            }
            seen[name] = answer
            if answer != expected { complaints.append("\(place): \(name): got \(answer), expected \(expected)") }
        }
        sightings.note(seen, isAtEdge: !result.edges.isEmpty)
    }
}
