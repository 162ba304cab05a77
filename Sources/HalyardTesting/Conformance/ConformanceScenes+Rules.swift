// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The scenario for rules that a provider publishes (``FlagRules``).
extension ConformanceStage {
    /// Checks the rules of a run, if it published any.
    func decidingRules(_ provider: any FlagProvider) async throws {
        let run = start("run whose rules are evaluated", provider, FlagRequest(context: conformance.contexts.0))
        try await untilSettled(run)
        if let rules = transcript.states(of: run.label).compactMap(\.flagSet?.rules).last { await check(rules) }
        cancel(run)
        try await untilEnded(run)
    }

    private func check(_ rules: any FlagRules) async {
        let keys = rules.keys
        if Set(keys).count != keys.count || rules.keys != keys {
            return note(.ruleIndices, "The keys of the rules have duplicates, or change at a second call.")
        }
        let first = rules.evaluator(for: conformance.contexts.0)
        let decided = Decided(first, keys)
        if let place = decided.misplaced(keys) {
            return note(
                .ruleIndices, "The flag at the index of '\(keys[place])' is '\(decided.flags[place]?.key ?? "")'.")
        }
        let other = Decided(rules.evaluator(for: conformance.contexts.1), keys)
        if let place = Decided(first, keys).changed(since: decided) {
            note(
                .evaluators, "An evaluator returned another flag '\(keys[place])' after another evaluator was created.")
        }
        for repeated in [Decided(rules.evaluator(for: conformance.contexts.0), keys), other] {
            guard let place = repeated.copied(from: decided) else { continue }
            note(
                .outcomes, "Two evaluations of the flag '\(keys[place])' had the same outcome, with different objects.")
            break
        }
        let differing = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<8 {
                group.addTask { @concurrent in
                    (0..<100).lazy.compactMap { _ in Decided(first, keys).changed(since: decided) }.first
                }
            }
            return await group.compactMap(\.self).reduce(nil) { $0 ?? $1 }
        }
        if let place = differing {
            note(.evaluators, "An evaluator returned another flag '\(keys[place])' on another thread.")
        }
    }

    /// The flags that an evaluator returned, by index.
    private struct Decided {
        let flags: [EvaluatedFlag?]

        init(_ evaluator: FlagEvaluator, _ keys: [String]) { flags = keys.indices.map { evaluator($0) } }

        func misplaced(_ keys: [String]) -> Int? {
            keys.indices.first { place in flags[place].map { $0.key != keys[place] } ?? false }
        }

        func changed(since earlier: Decided) -> Int? { flags.indices.first { flags[$0] !== earlier.flags[$0] } }

        /// Returns the index of a flag that equals an earlier flag but is another object.
        func copied(from earlier: Decided) -> Int? {
            flags.indices.first { place in
                guard let flag = flags[place], let other = earlier.flags[place], flag !== other else { return false }
                return flag.value == other.value && flag.variant == other.variant && flag.reason == other.reason
                    && flag.variantValue == other.variantValue && flag.version == other.version
                    && flag.metadata == other.metadata
            }
        }
    }
}
