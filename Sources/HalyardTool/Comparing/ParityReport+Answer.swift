// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ParityReport {
    /// The number of comparisons that found a difference.
    var mismatches: Int {
        ParityReport.Comparison.Outcome.allCases.filter(\.isMismatch).reduce(0) { $0 + count(of: $1) }
    }

    /// The totals, and the lines of the flags with any comparison that does not agree.
    var differences: [String] {
        Array(lines.prefix(1)) + keeping { $0.agreed < $0.compared }.lines.dropFirst()
    }

    /// Returns the JSON form of the whole comparison.
    func answer(contexts: Int, allowed: Int) -> FlagValue {
        guard case .object(var members) = json else { return json }
        members["contexts"] = .int(Int64(contexts))
        members["differing"] = .int(Int64(mismatches))
        members["allowed"] = .int(Int64(allowed))
        return .object(members)
    }
}
