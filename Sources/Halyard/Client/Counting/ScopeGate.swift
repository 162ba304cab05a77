// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A gate that indicates whether any ``FlagScope`` has been entered.
///
/// Until then, all scopes together cost a read one relaxed load.
final class ScopeGate: Sendable {
    /// 1 after a scope has been entered, 0 before.
    let number = AtomicNumber()

    static let shared = ScopeGate()

    var isOpen: Bool { number.relaxed != 0 }

    func open() { number.relaxed = 1 }
}
