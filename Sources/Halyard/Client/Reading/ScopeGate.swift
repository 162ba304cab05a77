// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

/// Tells readers whether any ``FlagScope`` was ever entered; until then a read pays one relaxed load for all scopes.
@usableFromInline
final class ScopeGate: Sendable {
    @usableFromInline let wasOpened = Atomic<Bool>(false)

    static let shared = ScopeGate()

    @inlinable var isOpen: Bool { wasOpened.load(ordering: .relaxed) }

    func open() { wasOpened.store(true, ordering: .relaxed) }
}
