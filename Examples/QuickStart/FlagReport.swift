// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Every flag of a client with what is known about it, as a table.
struct FlagReport {
    private let rows: [EvaluationDetails<FlagValue>]
    /// What variants carry, by flag.
    private let payloads: [String: FlagValue]

    init(_ flags: FlagClient) {
        let view = flags.snapshot()
        let table = view.state.flagSet?.table ?? FlagTable()
        let keys = table.keys
        payloads = keys.reduce(into: [:]) { $0[$1] = table[$1]?.variantValue }
        rows = keys.map { view.details(of: FlagKey($0, default: FlagValue.null)) }
    }

    /// Aligned columns with a heading.
    var table: String {
        let heading = ["key", "value", "variant", "reason", "origin", "provider"]
        let lines =
            [heading]
            + rows.map { row in
                [
                    row.key, row.value.description, variant(row), row.reason.rawValue, row.origin.kind.rawValue,
                    row.provider ?? "-",
                ]
            }
        let widths = heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop(while: \.isWhitespace).reversed())
        }.joined(separator: "\n")
    }

    /// The variant, with what it carries.
    private func variant(_ row: EvaluationDetails<FlagValue>) -> String {
        guard let payload = payloads[row.key], !payload.isNull else { return row.variant ?? "-" }
        return "\(row.variant ?? "-") = \(payload)"
    }
}
