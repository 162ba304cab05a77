// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting

extension FlagSet {
    /// Creates flags that need no network, so that they're valid in every mode.
    init(
        _ values: [String: FlagValue], heldBy provider: String, for context: EvaluationContext,
        confirmedAt: Instant = Instant(millisecondsSinceEpoch: 0)
    ) {
        let origin = Origin(.memory, provider: provider)
        self.init(
            FlagTable(values.map { EvaluatedFlag($0, $1, origin: origin) }), for: context, confirmedAt: confirmedAt)
    }
}
