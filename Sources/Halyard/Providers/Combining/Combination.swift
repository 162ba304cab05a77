// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The combination of several providers for one context: their names in order, and the strategy.
///
/// Merged flag sets contain it, so that an explanation can call the strategy again.
final class Combination: Sendable {
    let names: [String]
    let strategy: CombinationStrategy
    /// The digest of the context's identity, for stable shares.
    let identity: String
    /// The key for contexts without a key.
    private let anonymousKey: CombinedProvider.AnonymousContextKey
    /// The providers whose service evaluates the flags, and that have none for this context.
    private let elsewhere: Set<String>
    /// Records comparisons during reads.
    let reader: CombinationReader

    init(
        names: [String], strategy: CombinationStrategy, identity: String,
        anonymousKey: CombinedProvider.AnonymousContextKey,
        reader: CombinationReader,
        elsewhere: Set<String> = []
    ) {
        self.names = names
        self.strategy = strategy
        self.identity = identity
        self.anonymousKey = anonymousKey
        self.reader = reader
        self.elsewhere = elsewhere
    }

    /// Returns the same combination for another context.
    ///
    /// - Parameter elsewhere: The providers that only have flags for another context.
    func moving(to context: EvaluationContext, elsewhere: Set<String>) -> Combination {
        // Other strategies don't need the identity.
        let identity = strategy.usesShares ? anonymousKey.knownIdentity(of: context) : ""
        return Combination(
            names: names, strategy: strategy, identity: identity, anonymousKey: anonymousKey, reader: reader,
            elsewhere: elsewhere)
    }

    /// Returns the strategy's input for a flag, from the parts of a merged flag set.
    func question(_ key: String, hash: UInt64, in flagSet: FlagSet) -> StrategyInput {
        let parts = flagSet.parts
        return StrategyInput(
            key: key, context: flagSet.context, identity: identity, names: names,
            answers: .asked { [names, elsewhere] index in
                parts[names[index]]?.answer(about: key, hash: hash) ?? Self.missing(names[index], elsewhere)
            })
    }

    /// Returns the result that the strategy chooses, and the index of its child.
    func answer(to question: StrategyInput) -> (answer: ChildResult, child: Int?) {
        switch strategy.choose(question) {
        case .child(let index) where question.names.indices.contains(index): (question.answer(of: index), index)
        case .failure: (.failed(question.firstError ?? .undecided), nil)
        case .child, .notFound: (.notFound, nil)
        }
    }

    /// Compares the results of the children that the strategy chooses, except for children that don't meet the condition.
    func comparisons(
        of compared: CombinationStrategy.ComparedChildren, for question: StrategyInput,
        where isComparable: (Int) -> Bool
    ) -> [ParityReport.Comparison] {
        // An app's strategy can return indexes that don't exist.
        func counts(_ index: Int) -> Bool { question.names.indices.contains(index) && isComparable(index) }
        guard counts(compared.primary) else { return [] }
        return compared.others.filter(counts).compactMap {
            ParityReport.Comparison(question, primary: compared.primary, other: $0)
        }
    }

    private static func missing(_ name: String, _ elsewhere: Set<String>) -> ChildResult {
        elsewhere.contains(name)
            ? .failed(.decidesElsewhere(name))
            : .failed(FlagError(.providerNotReady, "The provider '\(name)' has no flags."))
    }
}

/// A combination with the meaning of absence in its children's flag sets.
struct MergedParts: FlagSetMerge {
    let combination: Combination
    let isComplete: Bool
    let isMixed: Bool
    private let errors: [String: FlagError]

    /// - Parameters:
    ///   - parts: The children's flag sets by name. A child without flags has none.
    ///   - errors: The errors of children without flags, by name.
    init(_ combination: Combination, _ parts: [String: FlagSet], errors: [String: FlagError] = [:]) {
        self.combination = combination
        self.errors = errors
        isComplete = parts.count == combination.names.count
        isMixed =
            !isComplete
            || parts.values.contains { $0.missingFlags == .off || $0.merge?.isMixed == true }
    }

    func moving(
        to context: EvaluationContext, _ parts: [String: FlagSet], elsewhere: Set<String>
    ) -> any FlagSetMerge {
        MergedParts(combination.moving(to: context, elsewhere: elsewhere), parts, errors: errors)
    }

    func merging(_ parts: [String: FlagSet], of answer: FlagSet) -> FlagSet {
        let request = FlagRequest(context: answer.context, resume: answer.replacing(parts: parts))
        let required = combination.names.map { _ in true }
        var merged = MergeMachine(combination, required: required, request, mergesAgain: true).flagSet
        merged.layerReports = answer.layerReports
        return merged
    }

    func absenceAnswer(about key: String, hash: UInt64, in flagSet: FlagSet) -> ChildResult {
        let question = combination.question(key, hash: hash, in: flagSet)
        let (answer, child) = combination.answer(to: question)
        switch answer {
        case .flag: return .notFound
        case .failed(let error) where child == nil: return .failed(flagSet.missingError ?? error)
        case .off, .notFound, .failed: return answer
        }
    }

    func decision(about key: String, in flagSet: FlagSet) -> MergeDecision {
        let strategy = combination.strategy
        let question = combination.question(key, hash: KeyHash.of(key), in: flagSet)
        return MergeDecision(
            strategy: strategy.name, facts: strategy.facts(key),
            answers: zip(combination.names, question.answers).map { ($0, $1) }, result: strategy.choose(question))
    }

    func error(of provider: String) -> FlagError? { errors[provider] }
}

extension StrategyInput {
    /// The first error among the results.
    var firstError: FlagError? {
        for case .failed(let error) in answers { return error }
        return nil
    }
}

extension FlagError {
    static let undecided = FlagError(
        .providerNotReady, "The strategy needs a provider that has no flags. Wait for it, or check its errors.")

    /// Returns the error that a provider only has flags for its client's own context.
    static func decidesElsewhere(_ provider: String) -> FlagError {
        FlagError(
            .invalidContext,
            "The provider '\(provider)' doesn't evaluate flags itself, and only has flags for the client's own context. Use "
                + "snapshot(for:within:), or a provider that evaluates flags, such as \"unleash-local\".")
    }

    /// Returns the error that a provider only has flags for its client's own context, and can't fetch others.
    static func cannotBeAsked(_ provider: String) -> FlagError {
        FlagError(
            .invalidContext,
            "The provider '\(provider)' doesn't evaluate flags itself, and can't fetch flags for contexts other than the client's "
                + "own. Use a provider that evaluates flags, such as \"unleash-local\".")
    }
}

extension FlagSet {
    /// Returns the flag set with the strategies that merged its parts, which aren't stored.
    func merged(by provider: any FlagProvider) async -> FlagSet {
        if parts.isEmpty {
            guard ruleSet == nil, !providerData.isNull,
                let rules = provider.storedRules(from: providerData, as: .persisted)
            else {
                return self
            }
            return carrying(rules, after: nil)
        }
        if let wrapper = provider as? any ProviderWrapper { return await merged(by: wrapper.inner) }
        guard let combined = provider as? CombinedProvider else { return self }
        var parts = parts
        for (name, part) in parts {
            guard let child = combined.children.first(where: { $0.name == name }) else { continue }
            parts[name] = await part.merged(by: child)
        }
        var result = replacing(parts: parts)
        let combination = await combined.combination(for: context) { _ in }
        result.merge = MergedParts(combination, parts)
        return CombinedRules(combination, parts, comparable: []).map { result.carrying($0, after: nil) } ?? result
    }
}
