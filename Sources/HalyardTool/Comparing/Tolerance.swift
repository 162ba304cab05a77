// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How many comparisons may differ.
struct Tolerance {
    private let share: Double

    /// Reads a percentage; nil allows none.
    init(_ text: String?) throws(ToolError) {
        guard let text else {
            share = 0
            return
        }
        let digits = text.hasSuffix("%") ? text.dropLast().filter { $0 != " " } : ""
        guard let percent = Double(digits), (0...100).contains(percent) else {
            throw .usage("\"\(text)\" is no percentage.", "Write one from 0% to 100%, such as 0.5%.")
        }
        share = percent / 100
    }

    /// The number that may differ, of so many.
    func allowed(of compared: Int) -> Int { Int(Double(compared) * share) }
}
