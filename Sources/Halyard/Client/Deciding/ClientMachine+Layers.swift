// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The layers above the provider's flags belong to the client, so they remain when the provider or the context changes.
extension ClientMachine {
    /// Changes the layers above the provider's flags, without resuming any waiter.
    mutating func changeLayers(_ body: (inout LayeredTable) -> Void) -> Effects {
        var effects = Effects()
        // A client that was shut down serves nothing.
        guard phase != .shutDown else { return effects }
        body(&layers)
        change(&effects) { _ in }
        return effects
    }
}
