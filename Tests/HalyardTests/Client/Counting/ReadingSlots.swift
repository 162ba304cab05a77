// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard

extension FlagClient.Options {
    /// Options with a separate scope gate, because clients stop using slots once a test in the process declares flags.
    static var readingSlots: FlagClient.Options {
        var options = FlagClient.Options()
        options.scopeGate = ScopeGate()
        return options
    }
}

extension FlagClient {
    /// Returns whether a slot serves the calling thread's next read of a key.
    ///
    /// Counts a read if it does.
    func isInSlot<Value>(_ key: FlagKey<Value>) -> Bool {
        guard let type = SlotType(Value.self), slots.mayServe(key.hash) else { return false }
        return slots.find(key.name, key.hash, type) != nil
    }
}
