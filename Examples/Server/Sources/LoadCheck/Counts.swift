// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Counts of results, by vendor, flag, and result, such as `unleash new-nav: yes`.
struct Counts: Equatable, Sendable, Decodable, CustomStringConvertible {
    private var numbers: [String: Int] = [:]

    /// The sum of all counts.
    var total: Int { numbers.values.reduce(0, +) }

    var description: String {
        numbers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "; ")
    }

    init() {}

    init(from decoder: any Decoder) throws { numbers = try [String: Int](from: decoder) }

    mutating func add(_ result: String, _ count: Int) {
        if count != 0 { numbers[result, default: 0] += count }
    }

    /// Returns the counts that differ, for a failure's description.
    func difference(to other: Counts) -> String {
        Set(numbers.keys).union(other.numbers.keys).sorted().filter { numbers[$0] != other.numbers[$0] }
            .map { "\($0): \(numbers[$0] ?? 0) made, \(other.numbers[$0] ?? 0) reported" }.joined(separator: "; ")
    }

    static func += (left: inout Counts, right: Counts) {
        left.numbers.merge(right.numbers) { $0 + $1 }
    }
}
