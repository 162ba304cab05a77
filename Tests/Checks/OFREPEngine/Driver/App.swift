// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP

/// An app that takes each context in turn, and compares its flags with the engine's decisions.
struct App: Sendable {
    /// The time limit of one step on a busy machine.
    static let patience = Duration.seconds(60)
    /// The number of contexts in the rapid sequence.
    private static let hurried = 50

    let client: FlagClient

    /// Creates a client as an app creates it.
    init(_ server: EngineServer, _ context: EvaluationContext, events: Bool) throws {
        var options = OFREPOptions(url: server.url)
        options.events = events
        client = FlagClient(provider: try OFREPProvider(options), context: context)
    }

    /// Starts the client.
    ///
    /// Returns an error description, or `nil` if it succeeds.
    func start() async -> String? {
        let result = await client.start(within: Self.patience)
        return result == .ready ? nil : "start: \(result)"
    }

    /// Takes all contexts, then some of them again without waiting.
    ///
    /// Returns the differences from the engine's decisions.
    func walk(_ contexts: [EvaluationContext], _ decisions: [[EngineDecision]]) async -> [String] {
        var differences: [String] = []
        for (number, (context, decided)) in zip(contexts, decisions).enumerated() {
            let outcome = await client.setContext(context, within: Self.patience)
            guard outcome == .completed else { return differences + ["context \(number): \(outcome)"] }
            differences += self.differences(from: decided, "context \(number)")
        }
        // The app must see the flags of the last context, regardless of the order of the responses.
        guard contexts.count > Self.hurried else { return differences }
        for context in contexts[..<Self.hurried] { await client.setContext(context, within: .zero) }
        let outcome = await client.setContext(contexts[Self.hurried], within: Self.patience)
        guard outcome == .completed else { return differences + ["in a hurry: \(outcome)"] }
        return differences + self.differences(from: decisions[Self.hurried], "in a hurry")
    }

    /// Requests the flags of the same context several times.
    ///
    /// Returns an error description, or `nil` if it succeeds.
    func refresh(times: Int) async -> String? {
        for _ in 0..<times {
            let outcome = await client.refresh(within: Self.patience)
            guard outcome == .completed else { return "refresh: \(outcome)" }
        }
        return nil
    }

    /// Waits until the app sees a generation of flags.
    ///
    /// Returns `false` if that takes too long.
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

    /// Returns the differences between the app's current flags and the engine's decisions.
    private func differences(from decided: [EngineDecision], _ place: String) -> [String] {
        let view = client.snapshot()
        return decided.compactMap { decision in
            difference(of: view, from: decision).map { "\(place): \(decision.key): \($0)" }
        }
    }

    /// Reads a flag with its type and as JSON, and returns the difference from the engine's decision.
    private func difference(of flags: FlagSnapshot, from decision: EngineDecision) -> String? {
        let reading = decision.type.read(decision.key, expecting: decision.value, from: flags)
        if let difference = reading.difference(from: decision) { return difference }
        let fallback: FlagValue = ["the caller's": "default"]
        let raw = flags.json(decision.key, default: fallback).withWholeNumbers
        let expected = decision.value?.withWholeNumbers ?? fallback
        return raw == expected ? nil : "as JSON: \(raw), expected \(expected)"
    }
}
