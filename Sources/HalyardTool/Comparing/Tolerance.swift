// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How many comparisons may differ.
struct Tolerance {
    private let percent: Double

    /// Reads a percentage; nil allows none.
    init(_ text: String?) throws(ToolError) {
        guard let text else {
            percent = 0
            return
        }
        let digits = text.hasSuffix("%") ? text.dropLast().filter { $0 != " " } : ""
        guard let percent = Double(digits), (0...100).contains(percent) else {
            throw .usage("\"\(text)\" is no percentage.", "Write one from 0% to 100%, such as 0.5%.")
        }
        self.percent = percent
    }

    /// The number that may differ, of so many, rounded down.
    func allowed(of compared: Int) -> Int {
        // The last digits of a product may be lost: 7 of 1000 are 0.7 %, and not a little less.
        Int(Double(compared) * percent / 100 + 1e-9)
    }
}
