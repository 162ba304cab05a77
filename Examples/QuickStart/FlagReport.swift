// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All flags of a client with their evaluation details, as a table or as JSON.
struct FlagReport {
    private let rows: [EvaluationDetails<FlagValue>]
    /// The variants' payloads by flag key.
    private let payloads: [String: FlagValue]

    init(_ flags: FlagClient) {
        let snapshot = flags.snapshot()
        let table = snapshot.state.flagSet?.table ?? FlagTable()
        let keys = table.keys
        payloads = keys.reduce(into: [:]) { $0[$1] = table[$1]?.variantValue }
        rows = keys.map { snapshot.details(of: FlagKey($0, default: FlagValue.null)) }
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

    /// An object with a property for each flag.
    ///
    /// Properties without a value are null.
    var json: String {
        let flags = rows.map { row in
            let details: FlagValue = [
                "value": row.value, "variant": row.variant.flagValue, "payload": payloads[row.key] ?? .null,
                "reason": .string(row.reason.rawValue), "origin": .string(row.origin.kind.rawValue),
                "provider": row.provider.flagValue,
            ]
            return (row.key, details)
        }
        return JSONWriter.prettyText(.object(Dictionary(flags) { first, _ in first }))
    }

    /// The name of the variant, with its payload.
    private func variant(_ row: EvaluationDetails<FlagValue>) -> String {
        guard let payload = payloads[row.key], !payload.isNull else { return row.variant ?? "-" }
        return "\(row.variant ?? "-") = \(payload)"
    }
}
