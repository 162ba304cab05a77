// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Counts how often each identity was erased, to distinguish results from before and after an erasure.
final class Erasures: Sendable {
    private let counts = Lock<[String: Int]>([:])

    /// Returns the number of erasures of an identity so far.
    func count(of identity: String) -> Int { counts.withLock { $0[identity] ?? 0 } }

    /// Records an erasure of an identity.
    func add(_ identity: String) { counts.withLock { $0[identity, default: 0] += 1 } }
}
