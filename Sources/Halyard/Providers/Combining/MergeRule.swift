// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Decides which provider's answer about a flag counts, where several are combined.
///
/// A rule is a pure function of its question. It is asked once for each flag that changed, when it changed; a read of a
/// listed flag asks no rule. A read of a flag that no provider lists does, on the reading thread, where absence may mean
/// off or a provider has no flags; so does each read for a context of its own (``FlagClient/snapshot(for:)``).
///
/// Halyard's own rules are ``FirstMatch``, ``FirstSuccessful``, ``Comparison``, ``Routing``, ``Percentage`` and ``Migration``;
/// ``CustomRule`` makes one from a closure.
///
/// ``name`` and ``verdict(_:)`` are required.
public protocol MergeRule: Sendable {
    /// The rule's name in explanations and reports, in camel case.
    var name: String { get }

    /// Which provider's answer counts.
    func verdict(_ question: MergeQuestion) -> MergeVerdict

    /// Which providers' answers are also compared, for a ``ParityReport``; the default is none.
    func comparison(_ question: MergeQuestion) -> ComparedChildren?

    /// What an explanation adds about the rule, by camelCase names; the default is nothing.
    func facts(about key: String) -> [String: FlagValue]

    /// Receives the outcome of a comparison; the default does nothing.
    ///
    /// - Returns: A finding when the rule's verdict about the flag has changed; nil when it is the same.
    func learn(_ comparison: FlagComparison) -> Diagnostic?

    /// Why the rule cannot work with children of these names; nil, the default, when it can.
    func problem(among names: [String]) -> String?

    /// The providers that some flags depend on, because the rule takes their values from no other provider.
    ///
    /// These providers count as required (``CombinedProvider/Child/isRequired``). The default is an empty set.
    func soleSources(among names: [String]) -> Set<String>
}

extension MergeRule {
    /// Compares nothing.
    public func comparison(_ question: MergeQuestion) -> ComparedChildren? { nil }
    /// Nothing.
    public func facts(about key: String) -> [String: FlagValue] { [:] }
    /// Does nothing.
    public func learn(_ comparison: FlagComparison) -> Diagnostic? { nil }
    /// None.
    public func problem(among names: [String]) -> String? { nil }
    /// None.
    public func soleSources(among names: [String]) -> Set<String> { [] }

    /// Why the rule cannot work with these children, if it names one that does not exist.
    func missing(_ wanted: [String], among names: [String]) -> String? {
        guard let name = wanted.first(where: { !names.contains($0) }) else { return nil }
        let nearest = NearestName.of(name, among: names).map { "Did you mean \"\($0)\"?" }
        return "No provider of the combination is named \"\(name)\". "
            + (nearest ?? "The known ones: \(names.joined(separator: ", ")).")
    }
}

/// One flag, for one context, and the answer of each of the combined providers.
public struct MergeQuestion: Sendable {
    /// The flag's name.
    public let key: String
    /// The context that the flags are for.
    public let context: EvaluationContext
    /// The names of the providers, in their order.
    public let names: [String]
    /// The answer of each of them, in the same order.
    ///
    /// For a context of its own, this asks all providers; ``subscript(_:)`` asks one.
    public var answers: [ChildAnswer] { names.indices.map { answer(of: $0) } }
    private let known: Answers
    /// The digest of the context's identity, for stable shares.
    let identity: String

    /// Makes a question, for tests of rules.
    public init(key: String, context: EvaluationContext, names: [String], answers: [ChildAnswer]) {
        self.init(
            key: key, context: context, identity: context.identityDigest, names: names, answers: .given(answers))
    }

    /// The providers' answers, or how to get one.
    enum Answers: Sendable {
        case given([ChildAnswer])
        case asked(@Sendable (Int) -> ChildAnswer)
    }

    init(key: String, context: EvaluationContext, identity: String, names: [String], answers: Answers) {
        self.key = key
        self.context = context
        self.identity = identity
        self.names = names
        known = answers
    }

    /// A provider's answer; nil when there is no provider of that name.
    public subscript(name: String) -> ChildAnswer? { names.firstIndex(of: name).map { answer(of: $0) } }

    /// The answer of the provider with an index.
    func answer(of index: Int) -> ChildAnswer {
        switch known {
        case .given(let answers): answers[index]
        case .asked(let ask): ask(index)
        }
    }

    /// Asks providers in order, each one only when the previous one does not know the flag.
    ///
    /// - Parameter names: The providers; nil for all.
    public func firstMatch(among names: [String]? = nil) -> MergeVerdict {
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
    public func firstSuccessful(among names: [String]? = nil) -> MergeVerdict {
        var verdict = MergeVerdict.notFound
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

/// The providers whose answers about a flag are compared.
public struct ComparedChildren: Sendable, Hashable {
    /// The provider that is right when they differ, by index.
    public var authority: Int
    /// The providers that are compared with it, by index.
    public var others: [Int]

    /// Makes a comparison of two or more providers.
    public init(authority: Int, others: [Int]) {
        self.authority = authority
        self.others = others
    }
}

/// One of Halyard's own rules, which run no app code and so can run under a lock.
protocol BuiltInRule: MergeRule {
    /// True if the rule assigns identities to shares, so that contexts without a key need an identity.
    var usesShares: Bool { get }
}

extension BuiltInRule {
    var usesShares: Bool { false }
}

extension FirstMatch: BuiltInRule {}
extension FirstSuccessful: BuiltInRule {}
extension Routing: BuiltInRule {}
extension Comparison: BuiltInRule { var usesShares: Bool { true } }
extension Percentage: BuiltInRule { var usesShares: Bool { true } }
extension Migration: BuiltInRule { var usesShares: Bool { true } }
