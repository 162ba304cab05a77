// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP

/// An app that takes one context after the other and sees what the engine says.
struct App: Sendable {
    /// How long one step may take on a machine that is busy with others.
    static let patience = Duration.seconds(60)
    /// How many contexts are changed to in a hurry.
    private static let hurried = 50

    let client: FlagClient

    /// Makes a client as an app makes it.
    init(_ server: EngineServer, _ context: EvaluationContext, events: Bool) throws {
        var options = OFREPOptions(url: server.url)
        options.events = events
        client = FlagClient(provider: try OFREPProvider(options), context: context)
    }

    /// Starts; what went wrong, if anything.
    func start() async -> String? {
        let result = await client.start(within: Self.patience)
        return result == .ready ? nil : "start: \(result)"
    }

    /// Goes through all contexts, then through some again in a hurry; the differences from what the engine says.
    func walk(_ contexts: [EvaluationContext], _ decisions: [[EngineDecision]]) async -> [String] {
        var differences: [String] = []
        for (number, (context, decided)) in zip(contexts, decisions).enumerated() {
            let outcome = await client.setContext(context, within: Self.patience)
            guard outcome == .completed else { return differences + ["context \(number): \(outcome)"] }
            differences += self.differences(from: decided, "context \(number)")
        }
        // What is seen in the end is of the last one, in whatever order the answers arrive.
        guard contexts.count > Self.hurried else { return differences }
        for context in contexts[..<Self.hurried] { await client.setContext(context, within: .zero) }
        let outcome = await client.setContext(contexts[Self.hurried], within: Self.patience)
        guard outcome == .completed else { return differences + ["in a hurry: \(outcome)"] }
        return differences + self.differences(from: decisions[Self.hurried], "in a hurry")
    }

    /// Asks some times for the same context; what went wrong, if anything.
    func refresh(times: Int) async -> String? {
        for _ in 0..<times {
            let outcome = await client.refresh(within: Self.patience)
            guard outcome == .completed else { return "refresh: \(outcome)" }
        }
        return nil
    }

    /// Waits until the app sees a generation of flags; false when that takes too long.
    func sees(generation: Int) async -> Bool {
        let values = client.values(of: FlagKey("generation", default: 0))
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await value in values where value == generation { return true }
                return false
            }
            group.addTask {
                try? await SystemTime().sleep(for: Self.patience)
                return false
            }
            let isSeen = await group.next() ?? false
            group.cancelAll()
            return isSeen
        }
    }

    /// Every flag as the app sees it now.
    private func differences(from decided: [EngineDecision], _ place: String) -> [String] {
        let view = client.snapshot()
        return decided.compactMap { decision in
            difference(of: view, from: decision).map { "\(place): \(decision.key): \($0)" }
        }
    }

    /// The flag read with its type, and whatever its type.
    private func difference(of flags: FlagSnapshot, from decision: EngineDecision) -> String? {
        let reading = decision.type.read(decision.key, expecting: decision.value, from: flags)
        if let difference = reading.difference(from: decision) { return difference }
        let fallback: FlagValue = ["the caller's": "default"]
        let raw = flags.json(decision.key, default: fallback).withWholeNumbers
        let expected = decision.value?.withWholeNumbers ?? fallback
        return raw == expected ? nil : "as JSON \(raw) instead of \(expected)"
    }
}
