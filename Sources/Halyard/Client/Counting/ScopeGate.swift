// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Shows readers whether any ``FlagScope`` was ever entered; until then, all scopes together cost a read one relaxed load.
final class ScopeGate: Sendable {
    /// 1 once a scope was entered, 0 before.
    let number = AtomicNumber()

    static let shared = ScopeGate()

    var isOpen: Bool { number.relaxed != 0 }

    func open() { number.relaxed = 1 }
}
