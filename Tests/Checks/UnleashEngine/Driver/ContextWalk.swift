// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One app that takes on one context after the other, and sees what the engine says.
struct ContextWalk: Sendable {
    /// How long one change of context may take on a machine that is busy with others.
    static let patience = Duration.seconds(60)
    /// How many contexts are changed to in a hurry.
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

    /// Goes through all contexts, then through some of them again in a hurry.
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

    /// Changes to one context after the other without waiting: what is seen in the end is of the last one.
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
            // The default is the other value, so that it can never pass for the flag's.
            let details = app.client.details(of: FlagKey(name, default: !expected.isEnabled))
            reads.read(name, expected.isEnabled)
            var answer = EngineResult.Answer(isEnabled: details.value, variant: details.variant)
            if expected.isEnabled {
                reads.readPayload(name, variant: expected.variant)
                answer.payload = app.client.payload(of: name, expected.payload)
            }
            seen[name] = answer
            if answer != expected { complaints.append("\(place): \(name): saw \(answer), the engine says \(expected)") }
        }
        sightings.note(seen, isAtEdge: !result.edges.isEmpty)
    }
}
