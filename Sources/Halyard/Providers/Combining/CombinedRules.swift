// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Merges the results of several providers for a context when a flag is read.
///
/// Each read calls the strategy, which evaluates only the providers that it needs. A provider whose service evaluates
/// the flags counts as failed for every context but the client's own. If results are compared, a flag's first read in a
/// snapshot evaluates all compared providers that need no service, for the share of identities and flags that the strategy
/// selects. Later reads of the snapshot return the first result. A service's results are compared when it responds
/// (``CombinedProvider/resolve(_:into:)``).
final class CombinedRules: FlagRules {
    /// The flags of all providers.
    private final class Names: Sendable {
        let keys: [String]
        let hashes: [UInt64]
        /// The flags that represent off or failed flags, each created once.
        let absences = KeptFlags()
        let failures = KeptFlags()

        init(_ parts: some Collection<FlagSet>) {
            var keys: Set<String> = []
            for part in parts { keys.formUnion(part.ruleSet?.keys ?? part.table.keys) }
            self.keys = keys.sorted()
            hashes = self.keys.map { KeyHash.of($0) }
        }
    }

    private let flagSet: FlagSet
    /// The providers whose results can be compared here, because they have responded or have ended, and need no service.
    private let comparable: Set<String>
    /// The flag names, created at first use.
    ///
    /// Updates of a client that only serves its own context don't need them.
    private let made = Lock<Names?>(nil)

    /// Returns `nil` if none of the providers evaluates flags for other contexts.
    init?(_ combination: Combination, _ parts: [String: FlagSet], comparable: Set<String>) {
        guard parts.values.contains(where: { $0.ruleSet != nil || $0.isForEveryContext }) else { return nil }
        var flagSet = FlagSet(
            FlagTable(), for: .anonymous, confirmedAt: Instant(millisecondsSinceEpoch: 0), parts: parts)
        flagSet.merge = MergedParts(combination, parts)
        self.flagSet = flagSet.carrying(NoRules(), after: nil)
        self.comparable = comparable.filter { parts[$0]?.decidesHere != false }
    }

    private var names: Names {
        if let known = made.withLock({ $0 }) { return known }
        let names = Names(flagSet.parts.values)
        return made.withLock { known in
            if let known { return known }
            known = names
            return names
        }
    }

    var keys: [String] { names.keys }

    func evaluator(for context: EvaluationContext) -> FlagEvaluator {
        guard let own = flagSet.deciding(for: context), let merge = own.merge as? MergedParts else {
            return { _ in nil }
        }
        let results = FirstResults()
        return { [self, names] place in
            if let known = results[place] { return known }
            return results.keep(flag(place, names, merge.combination, own, results), at: place)
        }
    }

    private func flag(
        _ place: Int, _ names: Names, _ combination: Combination, _ own: FlagSet, _ results: FirstResults
    ) -> EvaluatedFlag? {
        let question = combination.question(names.keys[place], hash: names.hashes[place], in: own)
        if let compared = combination.strategy.compare(question), results.beginComparison(of: place) {
            let comparisons = combination.comparisons(of: compared, for: question) {
                comparable.contains(question.names[$0])
            }
            for comparison in comparisons { combination.reader.note(comparison, combination.strategy) }
        }
        let (answer, child) = combination.answer(to: question)
        let provider = child.map { question.names[$0] }
        switch answer {
        case .flag(let flag): return flag
        case .off: return provider.map { off(place, names, $0, own) }
        case .notFound: return nil
        case .failed(let error): return failure(place, names, provider, error)
        }
    }

    private func off(_ place: Int, _ names: Names, _ provider: String, _ own: FlagSet) -> EvaluatedFlag {
        if let known = names.absences[place] { return known }
        let origin = own.parts[provider]?.flags.anyFlag?.origin ?? Origin(.network, provider: provider)
        return names.absences.keep(.absence(names.keys[place], origin: origin), at: place)
    }

    private func failure(_ place: Int, _ names: Names, _ provider: String?, _ error: FlagError) -> EvaluatedFlag {
        if let known = names.failures[place], known.error == error { return known }
        let flag = EvaluatedFlag(
            names.keys[place], .null, reason: .error, origin: Origin(.default, provider: provider), error: error)
        let first = names.failures.keep(flag, at: place)
        return first.error == error ? first : flag
    }

}

/// Flags by index.
///
/// The first flag of an index remains.
private final class KeptFlags: Sendable {
    private let flags = Lock<[Int: EvaluatedFlag]>([:])

    subscript(place: Int) -> EvaluatedFlag? { flags.withLock { $0[place] } }

    /// Stores a flag unless another thread was faster, and returns the stored flag.
    func keep(_ flag: EvaluatedFlag, at place: Int) -> EvaluatedFlag {
        flags.withLock { flags in
            if let known = flags[place] { return known }
            flags[place] = flag
            return flag
        }
    }
}

/// The first result of each flag in one snapshot, by index.
///
/// A snapshot never changes, although the strategy's choice can, such as when a migration rolls back.
private final class FirstResults: Sendable {
    private struct Entries {
        var flags: [Int: EvaluatedFlag?] = [:]
        var compared: Set<Int> = []
    }

    private let entries = Lock(Entries())

    /// The first result of a flag, or `nil` if the flag hasn't been evaluated.
    subscript(place: Int) -> EvaluatedFlag?? { entries.withLock { $0.flags[place] } }

    /// Stores a result unless another thread was faster, and returns the stored result.
    func keep(_ flag: EvaluatedFlag?, at place: Int) -> EvaluatedFlag? {
        entries.withLock { entries in
            if let known = entries.flags[place] { return known }
            entries.flags.updateValue(flag, forKey: place)
            return flag
        }
    }

    /// Returns whether this is the first comparison of the flag.
    func beginComparison(of place: Int) -> Bool { entries.withLock { $0.compared.insert(place).inserted } }
}

/// Records the comparisons of reads, and reports the diagnostics of the strategy.
final class CombinationReader: Sendable {
    private let ledger: ParityLedger
    private let report: @Sendable (Diagnostic) -> Void

    init(_ ledger: ParityLedger, report: @escaping @Sendable (Diagnostic) -> Void) {
        self.ledger = ledger
        self.report = report
    }

    func note(_ comparison: ParityReport.Comparison, _ strategy: CombinationStrategy) {
        ledger.note([comparison])
        if let diagnostic = strategy.learn(comparison) { report(diagnostic) }
    }
}

/// The rules of a merged flag set, whose parts evaluate the flags.
private struct NoRules: FlagRules {
    let keys: [String] = []

    func evaluator(for context: EvaluationContext) -> FlagEvaluator { { _ in nil } }
}
