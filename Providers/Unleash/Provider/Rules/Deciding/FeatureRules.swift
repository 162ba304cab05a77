// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Evaluates one flag with compiled rules.
///
/// It's a class, so that a change of one flag doesn't affect other flags. Its properties contain no references, because each read
/// would count the references.
final class FeatureRules: CompiledRules {
    /// A strategy.
    struct Strategy: Sendable {
        enum Test: Sendable {
            case always, never
            /// The strategy applies to a percentage of the positions.
            case rollout(Bucket, percent: Double)
            /// The number of a custom strategy.
            case custom(Int)
        }

        var test: Test
        /// The numbers of its constraints.
        var constraints: Range<Int>
        /// The indices of its segments in ``FeatureRules/segments``.
        var segments: Range<Int>
        var outcome: Outcome
    }

    /// The result if a strategy applies.
    enum Outcome: Sendable {
        /// The number of a flag.
        case flag(Int)
        /// The number of a draw.
        case draw(Int)
    }

    /// The choice of one of several variants.
    struct Draw: Sendable {
        let bucket: Bucket
        /// The sum of all weights.
        let total: UInt32
        /// The indices of its places.
        let places: Range<Int>
        /// The indices of its overrides.
        let overrides: Range<Int>
    }

    /// The places and overrides of all draws.
    struct DrawLists: Sendable {
        /// A variant for some values of a field.
        struct Override: Sendable {
            let field: Int
            let values: Range<Int>
            let flag: Int
        }

        /// The flags with the last position of each flag.
        var places: [(last: UInt32, flag: Int)] = []
        var overrides: [Override] = []
        /// The values of the overrides.
        var texts = TextList()
    }

    /// A flag that this flag depends on.
    struct Parent: Sendable {
        let rules: FeatureRules
        /// For each flag number of the parent, a Boolean value that indicates whether this flag can be on.
        let allowed: [Bool]

        /// Returns whether the parent has the required state.
        func isMet(for context: ContextValues) -> Bool { allowed[rules.number(for: context)] }
    }

    /// A custom strategy with its parameters for this flag.
    typealias Custom = @Sendable (EvaluationContext) -> Bool

    /// The JSON of the feature that the rules come from.
    let text: String
    /// The names of the flags that the feature depends on.
    let parentNames: [String]
    /// The unique results that the flag can have, where the first is off.
    let flags: [EvaluatedFlag]
    let strategies: [Strategy]
    let constraints: ConstraintList
    let segments: [ConstraintList]
    let draws: [Draw]
    let drawLists: DrawLists
    let parents: [Parent]
    let customs: [Custom]
    /// A Boolean value that indicates whether a result depends on random values for a context with a user ID.
    let throwsDice: Bool
    /// The times at which the result can change.
    let moments: [PreciseMoment]

    init(
        of feature: Feature, flags: [EvaluatedFlag], strategies: [Strategy], constraints: ConstraintList,
        segments: [ConstraintList], draws: [Draw], drawLists: DrawLists, parents: [Parent], customs: [Custom]
    ) {
        text = feature.text
        parentNames = feature.parents.map(\.name)
        self.flags = flags
        self.strategies = strategies
        self.constraints = constraints
        self.segments = segments
        self.draws = draws
        self.drawLists = drawLists
        self.parents = parents
        self.customs = customs
        throwsDice =
            strategies.contains { $0.test.throwsDice } || draws.contains { $0.bucket.throwsDice(elseMissing: true) }
        moments = constraints.moments + segments.flatMap(\.moments) + parents.flatMap(\.rules.moments)
    }

    /// The numbers of the fields that the flag's own constraints, rollouts, and draws use, with repetitions.
    ///
    /// The fields of segments and of other flags aren't included, because they are counted there.
    var fields: [Int] {
        var fields = constraints.fields
        for strategy in strategies {
            if case .rollout(let bucket, _) = strategy.test, let field = bucket.field { fields.append(field) }
        }
        for draw in draws {
            if let field = draw.bucket.field { fields.append(field) }
        }
        fields += drawLists.overrides.map(\.field)
        return fields
    }

    /// Returns the flag for a context.
    func flag(for context: ContextValues) -> EvaluatedFlag { flags[number(for: context)] }

    /// Returns the number of the flag for a context.
    fileprivate func number(for context: ContextValues) -> Int {
        for parent in parents where !parent.isMet(for: context) { return 0 }
        for index in strategies.indices where isMet(strategies[index], for: context) {
            switch strategies[index].outcome {
            case .flag(let number): return number
            case .draw(let number): return drawLists.flag(of: draws[number], for: context)
            }
        }
        return 0
    }

    private func isMet(_ strategy: Strategy, for context: ContextValues) -> Bool {
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

extension FeatureRules.DrawLists {
    /// Returns the number of the flag of a draw's variant for a context.
    fileprivate func flag(of draw: FeatureRules.Draw, for context: ContextValues) -> Int {
        for index in draw.overrides {
            if case .text(let text) = context.values[overrides[index].field],
                texts.contains(text, of: context.texts, in: overrides[index].values)
            {
                return overrides[index].flag
            }
        }
        // In contrast to a rollout, a missing field of a variant means a random value.
        let place =
            draw.bucket.stickyPlace(of: context, modulus: draw.total)
            ?? draw.bucket.drawnPlace(of: context, modulus: draw.total)
        let number = firstIndex(in: draw.places, from: place)
        return draw.places.contains(number) ? places[number].flag : 0
    }

    /// Returns the index of the first entry whose last position is at least the given position.
    private func firstIndex(in range: Range<Int>, from place: UInt32) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if places[middle].last < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
