// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A flag, its context, and the result of each combined provider.
public struct StrategyInput: Sendable {
    /// The flag's name.
    public let key: String
    /// The context that the flags are for.
    public let context: EvaluationContext
    /// The names of the providers, in order.
    public let names: [String]
    /// The result of each provider, in the same order.
    ///
    /// In a snapshot for another context, this evaluates all providers. ``subscript(_:)`` evaluates only one.
    public var answers: [ChildResult] { names.indices.map { answer(of: $0) } }
    private let known: Answers
    /// The digest of the context's identity, for stable shares.
    let identity: String

    /// Creates an input, for tests of strategies.
    public init(key: String, context: EvaluationContext, names: [String], answers: [ChildResult]) {
        self.init(
            key: key, context: context, identity: context.identityDigest, names: names, answers: .given(answers))
    }

    /// The providers' results, or a function that gets them.
    enum Answers: Sendable {
        case given([ChildResult])
        case asked(@Sendable (Int) -> ChildResult)
    }

    init(key: String, context: EvaluationContext, identity: String, names: [String], answers: Answers) {
        self.key = key
        self.context = context
        self.identity = identity
        self.names = names
        known = answers
    }

    /// Accesses the result of a provider, or `nil` if no provider has this name.
    public subscript(name: String) -> ChildResult? { names.firstIndex(of: name).map { answer(of: $0) } }

    /// Returns the result of the provider at an index.
    func answer(of index: Int) -> ChildResult {
        switch known {
        case .given(let answers): answers[index]
        case .asked(let ask): ask(index)
        }
    }

    /// Chooses the first provider that has the flag, in order.
    ///
    /// A later provider is used only if the earlier providers don't have the flag. If one of them fails, the result is a failure.
    ///
    /// - Parameter names: The providers, or `nil` for all.
    public func firstMatch(among names: [String]? = nil) -> StrategyResult {
        for index in indices(names) {
            switch answer(of: index) {
            case .flag, .off: return .child(index)
            case .failed: return .failure
            case .notFound: continue
            }
        }
        return .notFound
    }

    /// Chooses the first provider that has a value for the flag, in order.
    ///
    /// A failure counts only if no provider has a value.
    ///
    /// - Parameter names: The providers, or `nil` for all.
    public func firstSuccessful(among names: [String]? = nil) -> StrategyResult {
        var verdict = StrategyResult.notFound
        for index in indices(names) {
            let answer = answer(of: index)
            if answer.isDecision { return .child(index) }
            switch answer {
            // A flag's own error is more specific than a provider without flags.
            case .flag where verdict == .notFound || verdict == .failure: verdict = .child(index)
            case .failed where verdict == .notFound: verdict = .failure
            default: continue
            }
        }
        return verdict
    }

    /// A Boolean value that indicates whether any provider lists the flag.
    var isListed: Bool {
        answers.contains { if case .flag = $0 { true } else { false } }
    }

    private func indices(_ wanted: [String]?) -> [Int] {
        wanted.map { $0.compactMap { names.firstIndex(of: $0) } } ?? Array(names.indices)
    }
}

extension CombinationStrategy {
    /// The providers whose results for a flag are compared.
    public struct ComparedChildren: Sendable, Hashable {
        /// The index of the provider whose result is right if the results differ.
        public var primary: Int
        /// The indexes of the providers that are compared with it.
        public var others: [Int]

        /// Creates a comparison of two or more providers.
        public init(primary: Int, others: [Int]) {
            self.primary = primary
            self.others = others
        }
    }
}

extension StrategyInput {
    /// Returns whether the flag and the identity belong to a share.
    func isSampled(_ share: Double) -> Bool {
        share >= 1 || (share > 0 && StableShare.place(of: identity, seed: key) < share)
    }
}
