// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The contexts whose description LaunchDarkly has received not long ago.
///
/// Contexts with the same kinds and keys count as the same context. If there are too many, the least recently used context is
/// forgotten first.
struct IndexedContexts: Sendable {
    private struct Identity: Sendable, Hashable {
        private struct Part: Sendable, Hashable {
            let kind: ContextKind
            /// The bytes of the key, because strings that look the same can be different keys.
            let key: [UInt8]?
        }

        private let parts: [Part]

        init(_ context: EvaluationContext) {
            parts = context.parts.map { part in Part(kind: part.kind, key: part.key.map { Array($0.utf8) }) }
        }
    }

    private struct Entry {
        /// The time when an event described the context.
        var time: Instant
        /// The number of the latest use.
        var lastUse: UInt64
    }

    private let options: ServerEventOptions
    private var entries: [Identity: Entry] = [:]
    /// The uses in their order, starting with ``nextOldest``.
    ///
    /// A use that isn't its context's latest one has no effect.
    private var uses: [(identity: Identity, number: UInt64)] = []
    private var nextOldest = 0
    private var lastUse: UInt64 = 0

    init(_ options: ServerEventOptions) { self.options = options }

    /// Adds the use of a context.
    ///
    /// - Returns: A Boolean value that indicates whether an event must describe the context.
    mutating func use(_ context: EvaluationContext, at time: Instant) -> Bool {
        let identity = Identity(context)
        let known = entries[identity].map(\.time)
        // Threads can add uses in another order than they occurred. A clock that was set back must not hide a context for longer.
        if let known, max(time - known, known - time) < options.contextKeysInterval {
            note(identity, at: known)
            return false
        }
        note(identity, at: time)
        return true
    }

    /// Adds a context that another event describes.
    mutating func describe(_ context: EvaluationContext, at time: Instant) { note(Identity(context), at: time) }

    /// Forgets a context.
    mutating func erase(_ context: EvaluationContext) { entries[Identity(context)] = nil }

    private mutating func note(_ identity: Identity, at time: Instant) {
        lastUse += 1
        entries[identity] = Entry(time: time, lastUse: lastUse)
        uses.append((identity, lastUse))
        while entries.count > options.contextKeysCapacity { forgetOldest() }
        if uses.count > 4 * options.contextKeysCapacity + 16 { removeOutdatedUses() }
    }

    private mutating func forgetOldest() {
        let oldest = uses[nextOldest]
        nextOldest += 1
        if entries[oldest.identity]?.lastUse == oldest.number { entries[oldest.identity] = nil }
    }

    private mutating func removeOutdatedUses() {
        uses = uses[nextOldest...].filter { entries[$0.identity]?.lastUse == $0.number }
        nextOldest = 0
    }
}
