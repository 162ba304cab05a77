// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Evaluates the flags of an in-memory provider, each by its own targeting.
struct TargetedFlags: FlagRules {
    let keys: [String]
    private let definitions: [InMemoryFlagProvider.Definition]
    private let origin: Origin
    private let outcomes = OutcomeFlags()

    init(_ definitions: [String: InMemoryFlagProvider.Definition], origin: Origin) {
        let sorted = definitions.sorted(by: \.key)
        keys = sorted.map(\.key)
        self.definitions = sorted.map(\.value)
        self.origin = origin
    }

    func evaluator(for context: EvaluationContext) -> FlagEvaluator {
        { [self] place in
            definitions[place].flag(keys[place], for: context, origin: origin).map(outcomes.same)
        }
    }
}

/// Returns the same object for equal outcomes of a flag, for rules that create a flag at each evaluation.
final class OutcomeFlags: Sendable {
    private struct Outcome: Hashable {
        let key: String
        let value: FlagValue
        let variant: String?
        let reason: EvaluationReason
    }

    private let flags = Lock<[Outcome: EvaluatedFlag]>([:])

    func same(_ flag: EvaluatedFlag) -> EvaluatedFlag {
        let outcome = Outcome(key: flag.key, value: flag.value, variant: flag.variant, reason: flag.reason)
        return flags.withLock { flags in
            if let known = flags[outcome] { return known }
            flags[outcome] = flag
            return flag
        }
    }
}
