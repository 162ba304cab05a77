// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The explanation of a flag, its values by provider, and its changes.
struct InspectorDetails {
    let explanation: Explanation
    let flagSet: FlagSet?
    let entries: [ChangeHistory.Entry]
    let parity: ParityReport?

    /// The details as a JSON value.
    var json: FlagValue {
        let providers = (flagSet?.parts ?? [:]).sorted { $0.key < $1.key }.map { name, part in
            let flag = part.table[explanation.key]
            let value = flag?.value ?? (part.missingFlags == .off ? false : nil)
            return FlagValue.object(
                [
                    "name": .string(name), "value": value, "text": value?.jsonText,
                    "payload": flag?.variantValue?.present, "payloadText": flag?.variantValue?.present?.jsonText,
                    "variant": flag?.variant.map(FlagValue.string),
                    "reason": flag.map { .string($0.reason.rawValue) },
                    "at": FlagValue(part.confirmedAt),
                ].compactMapValues(\.self))
        }
        let comparisons = parity?.flags.filter { $0.key == explanation.key } ?? []
        return [
            "explanation": explanation.json, "providers": .array(providers), "history": .array(entries.map(\.json)),
            "compared": .int(Int64(comparisons.reduce(0) { $0 + $1.compared })),
            "agreed": .int(Int64(comparisons.reduce(0) { $0 + $1.agreed })),
        ]
    }
}
