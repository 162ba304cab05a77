// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard

extension FlagClient.Options {
    /// Options under which reads end in slots, which clients leave alone once any test of the process has declared flags.
    static var readingSlots: FlagClient.Options {
        var options = FlagClient.Options()
        options.scopeGate = ScopeGate()
        return options
    }
}

extension FlagClient {
    /// Whether the calling thread's next read of a key ends in a slot; counts a read if it does.
    func isInSlot<Value>(_ key: FlagKey<Value>) -> Bool {
        guard let type = SlotType(Value.self), slots.mayServe(key.hash) else { return false }
        return slots.find(key.name, key.hash, type) != nil
    }
}
