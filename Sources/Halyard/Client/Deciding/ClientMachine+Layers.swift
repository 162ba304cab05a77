// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What lies on top of the provider's flags belongs to the client: no switch of providers or contexts removes it.
extension ClientMachine {
    /// Changes what lies on top; no waiter is resumed.
    mutating func changeLayers(_ body: (inout LayeredTable) -> Void) -> Effects {
        var effects = Effects()
        // A client that was shut down serves nothing.
        guard phase != .shutDown else { return effects }
        body(&layers)
        change(&effects) { _ in }
        return effects
    }
}
