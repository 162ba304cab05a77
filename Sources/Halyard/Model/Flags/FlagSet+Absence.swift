// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The meaning of an unlisted flag: it's off, unknown, or can't be determined.
extension FlagSet {
    /// A Boolean value that indicates whether the flag set has flags, or its sources have none.
    var servesFlags: Bool {
        if flags.anyFlag != nil || missingFlags == .off { return true }
        // A policy that withdraws expired flags publishes a flag set that expires when it's confirmed.
        let isWithdrawn = expiresAt.map { $0 <= confirmedAt } ?? false
        return !isIncomplete && !isWithdrawn
    }

    private var isIncomplete: Bool { missingError != nil || parts.values.contains(where: \.isIncomplete) }

    /// Returns the flag set's result for a flag, listed or not.
    func answer(about key: String, hash: UInt64) -> ChildResult {
        flags.flag(key, hash: hash).map { .flag($0) } ?? absenceAnswer(about: key, hash: hash)
    }

    /// Returns the result for a flag that isn't listed.
    ///
    /// If several sources were merged, the source that is responsible for the flag determines it.
    func absenceAnswer(about key: String, hash: UInt64) -> ChildResult {
        guard let merge, merge.isMixed else { return missingFlags == .off ? .off : .notFound }
        return merge.absenceAnswer(about: key, hash: hash, in: self)
    }

    /// Returns true if absence means the same as in another flag set, for every flag.
    func hasSameAbsence(as other: FlagSet) -> Bool {
        missingFlags == other.missingFlags && (merge == nil) == (other.merge == nil)
            && missingError?.code == other.missingError?.code && parts.count == other.parts.count
            && parts.allSatisfy { name, part in other.parts[name]?.hasSameAbsence(as: part) == true }
    }
}
