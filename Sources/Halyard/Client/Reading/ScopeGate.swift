// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

/// Shows readers whether any ``FlagScope`` was ever entered; until then, all scopes together cost a read one relaxed load.
@usableFromInline
final class ScopeGate: Sendable {
    @usableFromInline let wasOpened = Atomic<Bool>(false)

    static let shared = ScopeGate()

    @inlinable var isOpen: Bool { wasOpened.load(ordering: .relaxed) }

    func open() { wasOpened.store(true, ordering: .relaxed) }
}
