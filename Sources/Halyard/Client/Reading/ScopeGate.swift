// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardAtomics

/// Shows readers whether any ``FlagScope`` was ever entered; until then, all scopes together cost a read one relaxed load.
final class ScopeGate: @unchecked Sendable {
    // Sound: allocated once, freed with the gate, and accessed by atomic steps only.
    /// 1 once a scope was entered, 0 before.
    let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

    static let shared = ScopeGate()

    init() { word.initialize(to: 0) }

    deinit { word.deallocate() }

    var isOpen: Bool { halyard_load_relaxed(word) != 0 }

    func open() { halyard_store_relaxed(word, 1) }
}
