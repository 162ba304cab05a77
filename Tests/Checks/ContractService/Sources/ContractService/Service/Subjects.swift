// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The objects that tests have created and not closed yet, by number.
actor Subjects {
    private var all: [Int: any Subject] = [:]
    private var last = 0

    func add(_ subject: any Subject) -> Int {
        last += 1
        all[last] = subject
        return last
    }

    func find(_ number: Int?) -> (any Subject)? { number.flatMap { all[$0] } }

    func remove(_ number: Int?) -> (any Subject)? { number.flatMap { all.removeValue(forKey: $0) } }

    func removeAll() -> [any Subject] {
        defer { all = [:] }
        return Array(all.values)
    }
}
