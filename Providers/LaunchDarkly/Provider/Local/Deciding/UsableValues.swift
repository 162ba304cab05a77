// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The values of a clause that its operator can use.
struct UsableValues {
    /// The reader that records the other values.
    var reader: RuleReader
    private let values: [FlagValue]
    private let path: [String]

    init(_ values: [FlagValue], at path: [String], _ reader: RuleReader) {
        self.values = values
        self.path = path
        self.reader = reader
    }

    /// Returns the usable values, and records each of the other values.
    ///
    /// - Parameters:
    ///   - noun: A usable value, for messages.
    ///   - read: A closure that returns the form that the operator needs, or `nil` if there is none.
    mutating func usable<Form>(_ noun: String, _ read: (FlagValue) -> Form?) -> [Form] {
        enumerated(noun, read).map(\.form)
    }

    /// Returns the usable values with their indices, and records each of the other values.
    mutating func enumerated<Form>(_ noun: String, _ read: (FlagValue) -> Form?) -> [(index: Int, form: Form)] {
        var found: [(Int, Form)] = []
        for (index, value) in values.enumerated() {
            if let form = read(value) {
                found.append((index, form))
            } else {
                add("No value meets \(JSONWriter.text(value).prefix(100)), which the operator can't use.", index, noun)
            }
        }
        return found
    }

    var strings: [String] { mutating get { usable("a string", \.string) } }

    /// The values in milliseconds since 1970.
    var dates: [Double] {
        mutating get { usable("a date like 2026-03-01T09:30:00Z, or milliseconds since 1970", \.date) }
    }

    /// Records a problem with a value.
    mutating func add(_ message: String, _ index: Int, _ noun: String) {
        reader.add(message, at: path + [String(index)], suggestion: "Use \(noun).")
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
