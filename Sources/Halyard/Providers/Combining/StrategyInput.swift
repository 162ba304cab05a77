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
    /// The names of the providers, in their order.
    public let names: [String]
    /// The answer of each of them, in the same order.
    ///
    /// For a context of its own, this asks all providers; ``subscript(_:)`` asks one.
    public var answers: [ChildResult] { names.indices.map { answer(of: $0) } }
    private let known: Answers
    /// The digest of the context's identity, for stable shares.
    let identity: String

    /// Creates an input, for tests of strategies.
    public init(key: String, context: EvaluationContext, names: [String], answers: [ChildResult]) {
        self.init(
            key: key, context: context, identity: context.identityDigest, names: names, answers: .given(answers))
    }

    /// The providers' answers, or how to get one.
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

    /// A provider's answer; nil when there is no provider of that name.
    public subscript(name: String) -> ChildResult? { names.firstIndex(of: name).map { answer(of: $0) } }

    /// The answer of the provider with an index.
    func answer(of index: Int) -> ChildResult {
        switch known {
        case .given(let answers): answers[index]
        case .asked(let ask): ask(index)
        }
    }

    /// Asks providers in order, each one only when the previous one does not know the flag.
    ///
    /// - Parameter names: The providers; nil for all.
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

    /// Asks providers in order, until one has decided; a failure counts only when none has.
    ///
    /// - Parameter names: The providers; nil for all.
    public func firstSuccessful(among names: [String]? = nil) -> StrategyResult {
        var verdict = StrategyResult.notFound
        for index in indices(names) {
            let answer = answer(of: index)
            if answer.isDecision { return .child(index) }
            switch answer {
            // A flag's own error says more than a provider that has no flags.
            case .flag where verdict == .notFound || verdict == .failure: verdict = .child(index)
            case .failed where verdict == .notFound: verdict = .failure
            default: continue
            }
        }
        return verdict
    }

    /// Whether some provider lists the flag.
    var isListed: Bool {
        answers.contains { if case .flag = $0 { true } else { false } }
    }

    private func indices(_ wanted: [String]?) -> [Int] {
        wanted.map { $0.compactMap { names.firstIndex(of: $0) } } ?? Array(names.indices)
    }
}

extension CombinationStrategy {
    /// The providers whose answers about a flag are compared.
    public struct ComparedChildren: Sendable, Hashable {
        /// The provider that is right when they differ, by index.
        public var primary: Int
        /// The providers that are compared with it, by index.
        public var others: [Int]

        /// Makes a comparison of two or more providers.
        public init(primary: Int, others: [Int]) {
            self.primary = primary
            self.others = others
        }
    }
}

extension StrategyInput {
    /// Whether the flag and the identity belong to a share.
    func isSampled(_ share: Double) -> Bool {
        share >= 1 || (share > 0 && StableShare.place(of: identity, seed: key) < share)
    }
}
