// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The sinks that have received a snapshot's context in the current generation.
///
/// A generation ends when flags change and when a counting window is closed. So a sink that forgets contexts after a time
/// receives a context that is in use again.
final class ContextUses: Sendable {
    /// The maximum number of providers with separate sinks.
    static let maximumListeners = 32

    /// The generation in the upper half, and one bit for each informed listener in the lower half.
    private let word = AtomicNumber()

    /// Returns a Boolean value that indicates whether all listeners have received the context in a generation.
    func areComplete(_ count: Int, in generation: UInt64) -> Bool {
        word.relaxed == Self.word(generation, informed: (1 << UInt64(count)) - 1)
    }

    /// Marks listeners as informed, and returns those that weren't.
    ///
    /// If several threads call this, exactly one of them gets each listener.
    func add(_ listeners: UInt64, in generation: UInt64) -> UInt64 {
        while true {
            let current = word.relaxed
            let isCurrent = current >> 32 == generation & 0xFFFF_FFFF
            let informed = isCurrent ? current & 0xFFFF_FFFF : 0
            let new = listeners & ~informed
            if new == 0 { return 0 }
            if word.replace(current, with: Self.word(generation, informed: informed | listeners)) { return new }
        }
    }

    private static func word(_ generation: UInt64, informed: UInt64) -> UInt64 { generation << 32 | informed }
}
