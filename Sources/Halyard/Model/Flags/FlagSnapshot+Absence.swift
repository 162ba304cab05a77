// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What it means that a flag is not listed: it is off, unknown, or cannot be determined.
extension FlagSnapshot {
    /// What the snapshot says about a flag, listed or not.
    ///
    /// Of a flag that no part lists, the merge is asked which part decides, if their answers can differ.
    func answer(about key: String, hash: UInt64) -> ChildAnswer {
        table.flag(key, hash: hash).map { .flag($0) } ?? absenceAnswer(about: key)
    }

    /// What it means that this flag is not listed.
    func absenceAnswer(about key: String) -> ChildAnswer {
        guard let merge, mayBeOff || missingError != nil else { return absence == .off ? .off : .notFound }
        let decision = merge.decision(about: key, in: self)
        switch decision.verdict {
        case .failure:
            return missingError.map { .failed($0) } ?? .notFound
        case .child(let index) where decision.answers.indices.contains(index):
            if case .off = decision.answers[index].answer { return .off }
            return .notFound
        case .child, .notFound:
            return .notFound
        }
    }

    /// Whether absence means the same as in another snapshot, for every flag.
    func hasSameAbsence(as other: FlagSnapshot) -> Bool {
        absence == other.absence && missingError == other.missingError && parts.count == other.parts.count
            && parts.allSatisfy { name, part in other.parts[name]?.hasSameAbsence(as: part) == true }
    }

    /// Whether absence means off for some source.
    private var mayBeOff: Bool { absence == .off || parts.values.contains(where: \.mayBeOff) }
}
