// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One provider answers, and the others' answers are compared with its own.
///
/// ```swift
/// let comparison = Comparison(authority: "launchdarkly", sampling: 0.1)
/// ```
/// Differences are counted when flags change, not when one is read, and go into a ``ParityReport``. In a view for a context of
/// its own (``FlagClient/snapshot(for:)``) nothing changes: there a flag's first read compares it, and later reads do not. The
/// other providers never affect the app, neither with their values nor with their errors.
public struct Comparison: MergeRule {
    /// The rule's name.
    public let name = "comparison"
    /// The provider that answers; nil for the first one.
    public let authority: String?
    /// The share of flags and identities for which answers are compared, from 0 to 1.
    public let sampling: Double

    /// Makes the rule.
    ///
    /// - Parameters:
    ///   - authority: The provider that answers; nil for the first one.
    ///   - sampling: The share of flags and identities for which answers are compared; below 0 counts as 0, above 1 as 1.
    public init(authority: String? = nil, sampling: Double = 1) {
        self.authority = authority
        self.sampling = sampling
    }

    /// The authority, if it has decided.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict {
        question.firstMatch(among: [authority ?? question.names.first ?? ""])
    }

    /// The authority with all others.
    public func comparison(_ question: MergeQuestion) -> ComparedChildren? {
        guard let index = authority.map({ question.names.firstIndex(of: $0) }) ?? 0,
            question.isSampled(sampling)
        else { return nil }
        return ComparedChildren(authority: index, others: question.names.indices.filter { $0 != index })
    }

    /// Checks that the authority is among the providers.
    public func problem(among names: [String]) -> String? { missing(authority.map { [$0] } ?? [], among: names) }

    /// The authority.
    public func soleSources(among names: [String]) -> Set<String> { Set([authority ?? names.first].compactMap(\.self)) }
}

extension MergeQuestion {
    /// Whether the flag and the identity belong to a share.
    func isSampled(_ share: Double) -> Bool {
        share >= 1 || (share > 0 && StableShare.place(of: identity, seed: key) < share)
    }
}
