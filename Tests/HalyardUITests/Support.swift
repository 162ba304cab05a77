// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

extension FlagKey where Value == Bool {
    static let newNav = FlagKey("new-nav", default: false)
    static let onByDefault = FlagKey("on-by-default", default: true)
}

extension FlagKey where Value == Int {
    static let limit = FlagKey("limit", default: 10)
}

/// A list of lines that a test writes on the main actor and can wait for.
@MainActor
final class Journal {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func untilCount(_ count: Int, at sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(at: sourceLocation) { lines.count >= count }
    }
}
