// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The results of the checks.
struct Report {
    private(set) var held = 0
    private(set) var failures = 0

    mutating func expect<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value, _ note: String = "") {
        if value == expected {
            held += 1
            print("holds: \(name)\(note.isEmpty ? "" : " (\(note))")")
        } else {
            failures += 1
            print("differs: \(name): \(value), not \(expected) \(note)")
        }
    }
}
