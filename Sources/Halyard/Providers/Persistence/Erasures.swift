// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Counts how often each identity was erased, to distinguish answers from before an erasure from later ones.
final class Erasures: Sendable {
    private let counts = Lock<[String: Int]>([:])

    /// How often an identity was erased so far.
    func count(of identity: String) -> Int { counts.withLock { $0[identity] ?? 0 } }

    /// Records that an identity is erased now.
    func add(_ identity: String) { counts.withLock { $0[identity, default: 0] += 1 } }
}
