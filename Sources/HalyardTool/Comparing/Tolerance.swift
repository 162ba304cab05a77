// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The share of comparisons that are allowed to differ.
struct Tolerance {
    private let percent: Double

    /// Creates a tolerance from a percentage.
    ///
    /// `nil` allows no differences.
    init(_ text: String?) throws(ToolError) {
        guard let text else {
            percent = 0
            return
        }
        let digits = text.hasSuffix("%") ? text.dropLast().filter { $0 != " " } : ""
        guard let percent = Double(digits), (0...100).contains(percent) else {
            throw .usage(
                "Invalid percentage \"\(text)\" for --allow-drift.", "Use a value from 0% to 100%, such as 0.5%.")
        }
        self.percent = percent
    }

    /// Returns the number of comparisons that are allowed to differ, rounded down.
    func allowed(of compared: Int) -> Int {
        // Floating-point rounding can lose the last digits: 7 of 1000 are 0.7 %, and not slightly less.
        Int(Double(compared) * percent / 100 + 1e-9)
    }
}
