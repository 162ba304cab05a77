// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Earlier names of settings and types, for suggestions.
enum FormerNames {
    private static let successors = [
        "absence": ["missingFlags"],
        "authority": ["primary"],
        "diagnosticOptOut": ["sendDiagnostics"],
        "disableMetrics": ["sendMetrics"],
        "era": ["contextModel"],
        "otherwise": ["defaultRoute", "defaultStep"],
        "rule": ["strategy"],
        "stepBack": ["automaticRollback"],
        "stepsBack": ["automaticRollback"],
        "storesEvents": ["storeEvents"],
        "unleash-rules": ["unleash-local"],
    ]

    /// Returns the known name that replaces an earlier name or is similar, or `nil` if there is none.
    static func suggestion(for name: String, among known: some Collection<String>) -> String? {
        successors[name]?.first { known.contains($0) } ?? NearestName.of(name, among: known)
    }
}
