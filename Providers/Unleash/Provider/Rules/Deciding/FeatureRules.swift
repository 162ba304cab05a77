// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Decides one flag: its rules in the form in which they are tested.
///
/// A class, so that a change of one flag leaves the others as they are; its parts hold no references, which would be counted at
/// each read.
final class FeatureRules: Sendable {
    /// A strategy.
    struct Strategy: Sendable {
        enum Test: Sendable {
            case always, never
            /// Holds for the first places of a hundred.
            case rollout(Bucket, percent: Double)
            /// The number of a strategy of the app's.
            case custom(Int)
        }

        var test: Test
        /// Its constraints, by their numbers.
        var constraints: Range<Int>
        /// Its segments, by their places in ``FeatureRules/segments``.
        var segments: Range<Int>
        var outcome: Outcome
    }

    /// What a flag is when a strategy holds.
    enum Outcome: Sendable {
        /// The number of a flag.
        case flag(Int)
        /// The number of a draw.
        case draw(Int)
    }

    /// How one of several variants is chosen.
    struct Draw: Sendable {
        /// A variant for the values of a field.
        struct Override: Sendable {
            let field: Int
            let values: Range<Int>
            let flag: Int
        }

        let bucket: Bucket
        /// The sum of all weights.
        let total: UInt32
        /// Up to which place each flag is chosen.
        let places: [(last: UInt32, flag: Int)]
        let overrides: [Override]
        let texts: TextList
    }

    /// A flag on which this one depends.
    struct Parent: Sendable {
        let rules: FeatureRules
        /// Which of its flags, by number, let this flag be on.
        let allowed: [Bool]

        /// Whether that flag is what it must be.
        func holds(for context: ContextValues) -> Bool { allowed[rules.number(for: context)] }
    }

    /// A strategy of the app's own, with what it was given for this flag.
    typealias Custom = @Sendable (EvaluationContext) -> Bool

    /// The JSON of the feature that the rules come from.
    let text: String
    /// The segments that the feature names.
    let segmentNumbers: [Int64]
    /// The flags that the feature depends on.
    let parentNames: [String]
    /// What the flag may be, each once: the first is off.
    let flags: [EvaluatedFlag]
    let strategies: [Strategy]
    let constraints: ConstraintList
    let segments: [ConstraintList]
    let draws: [Draw]
    let parents: [Parent]
    let customs: [Custom]
    /// Whether some of it is decided by dice for a context with a user id.
    let throwsDice: Bool
    /// The moments at which it may be decided otherwise.
    let moments: [PreciseMoment]

    init(
        of feature: Feature, flags: [EvaluatedFlag], strategies: [Strategy], constraints: ConstraintList,
        segments: [ConstraintList], draws: [Draw], parents: [Parent], customs: [Custom]
    ) {
        text = feature.text
        segmentNumbers = feature.segments
        parentNames = feature.parents.map(\.name)
        self.flags = flags
        self.strategies = strategies
        self.constraints = constraints
        self.segments = segments
        self.draws = draws
        self.parents = parents
        self.customs = customs
        throwsDice =
            strategies.contains { $0.test.throwsDice } || draws.contains { $0.bucket.throwsDice(elseMissing: true) }
        moments = constraints.moments + segments.flatMap(\.moments) + parents.flatMap(\.rules.moments)
    }

    /// The numbers of the fields that the flag's own constraints, rollouts, and draws look at, with repetitions.
    ///
    /// The fields of segments and of other flags are left out, because they are counted once there.
    var fields: [Int] {
        var fields = constraints.fields
        for strategy in strategies {
            if case .rollout(let bucket, _) = strategy.test, let field = bucket.field { fields.append(field) }
        }
        for draw in draws {
            if let field = draw.bucket.field { fields.append(field) }
            fields += draw.overrides.map(\.field)
        }
        return fields
    }

    /// What the flag is for a context.
    func flag(for context: ContextValues) -> EvaluatedFlag { flags[number(for: context)] }

    /// Which of its flags it is for a context.
    fileprivate func number(for context: ContextValues) -> Int {
        for parent in parents where !parent.holds(for: context) { return 0 }
        for index in strategies.indices where holds(strategies[index], for: context) {
            switch strategies[index].outcome {
            case .flag(let number): return number
            case .draw(let number): return draws[number].flag(for: context)
            }
        }
        return 0
    }

    private func holds(_ strategy: Strategy, for context: ContextValues) -> Bool {
        guard constraints.hold(strategy.constraints, for: context) else { return false }
        for segment in strategy.segments where !segments[segment].hold(for: context) { return false }
        return switch strategy.test {
        case .always: true
        case .never: false
        case .rollout(let bucket, let percent):
            bucket.place(of: context, modulus: 100).map { Double($0) <= percent } ?? false
        case .custom(let number): customs[number](context.context)
        }
    }
}

extension FeatureRules.Strategy.Test {
    fileprivate var throwsDice: Bool {
        if case .rollout(let bucket, _) = self { bucket.throwsDice(elseMissing: false) } else { false }
    }
}

extension FeatureRules.Draw {
    /// The flag of the variant that is chosen for a context.
    fileprivate func flag(for context: ContextValues) -> Int {
        for override in overrides {
            if case .text(let text) = context.values[override.field],
                texts.contains(text, of: context.texts, in: override.values)
            {
                return override.flag
            }
        }
        // Unlike a rollout's, a variant's missing field means dice.
        let place =
            bucket.stickyPlace(of: context, modulus: total) ?? bucket.drawnPlace(of: context, modulus: total)
        let number = firstIndex(from: place)
        return number < places.count ? places[number].flag : 0
    }

    /// Returns the index of the first entry whose last place is the given one or a later one.
    private func firstIndex(from place: UInt32) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].last < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
