// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

extension LocalClause {
    /// Returns the values that the operator can use, and records each of the other values.
    ///
    /// - Parameters:
    ///   - noun: A usable value, for messages.
    ///   - reader: The reader that records problems.
    ///   - read: A closure that returns the form that the operator needs, or `nil` for an unusable value.
    func usable<Form>(_ noun: String, _ reader: inout RuleReader, _ read: (FlagValue) -> Form?) -> [Form] {
        enumerated(noun, &reader, read).map(\.form)
    }

    /// Returns the values that the operator can use, with their indices, and records each of the other values.
    func enumerated<Form>(
        _ noun: String, _ reader: inout RuleReader, _ read: (FlagValue) -> Form?
    ) -> [(index: Int, form: Form)] {
        var found: [(Int, Form)] = []
        for (index, value) in values.enumerated() {
            if let form = read(value) {
                found.append((index, form))
            } else {
                reader.add(
                    "No value meets \(JSONWriter.text(value).prefix(100)), which the operator can't use.",
                    at: ["values", String(index)], suggestion: "Use \(noun).")
            }
        }
        return found
    }

    func strings(_ reader: inout RuleReader) -> [String] { usable("a string", &reader, \.string) }

    /// Returns the values in milliseconds since 1970.
    func dates(_ reader: inout RuleReader) -> [Double] {
        usable("a date like 2026-03-01T09:30:00Z, or milliseconds since 1970", &reader, \.date)
    }
}

extension FlagValue {
    /// A Boolean value that indicates whether this is a string, number, or Boolean.
    var isScalar: Bool {
        switch self {
        case .bool, .int, .double, .string: true
        case .null, .array, .object: false
        }
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The milliseconds since 1970, or `nil` if this isn't a date.
    fileprivate var date: Double? {
        if case .string(let text) = self { PreciseMoment(rfc3339: text.utf8)?.milliseconds } else { number }
    }
}
