// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// The output formats of a result.
enum Report {
    private struct Line: Encodable {
        let name: String
        let value: Double
        let unit: String
        let median: Double?
        let baseline: Double?
        let ratio: Double?
        let must: String?
        let holds: Bool
        let isAim: Bool

        enum CodingKeys: CodingKey { case name, value, unit, median, baseline, ratio, must, holds, isAim }

        /// Writes null for each value that a row doesn't have.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(value, forKey: .value)
            try container.encode(unit, forKey: .unit)
            try container.encode(median, forKey: .median)
            try container.encode(baseline, forKey: .baseline)
            try container.encode(ratio, forKey: .ratio)
            try container.encode(must, forKey: .must)
            try container.encode(holds, forKey: .holds)
            try container.encode(isAim, forKey: .isAim)
        }
    }

    /// Returns one JSON object.
    static func json(_ result: Result) throws -> String {
        let line = Line(
            name: result.row.name, value: rounded(result.value), unit: result.unit,
            median: result.median.map(rounded), baseline: result.baseline.map(rounded),
            ratio: result.ratio.map(rounded), must: result.must, holds: result.holds, isAim: result.row.weight == .aim)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(line), as: UTF8.self)
    }

    /// The header of the table.
    static let head = "| row | value | median | baseline | ratio | must | holds |\n|---|---:|---:|---:|---:|---|---|"

    /// Returns one line of the table.
    static func line(_ result: Result) -> String {
        let word = result.must == nil ? "" : result.holds ? "yes" : result.row.weight == .aim ? "not yet" : "NO"
        let cells = [
            result.row.name, "\(number(result.value)) \(result.unit)", result.median.map(number) ?? "",
            result.baseline.map(number) ?? "", result.ratio.map(number) ?? "", result.must ?? "", word,
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private static func number(_ value: Double) -> String { Result.short(value) }

    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
