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

extension Published {
    /// The flag that is read at a moment; an expired one of the kill switch gives way to what lies below.
    func flag(_ name: String, hash: UInt64, at now: () -> Instant) -> Flag? {
        guard let flag = table.flag(name, hash: hash) else { return nil }
        guard let killSwitchExpiry, flag.origin == .killSwitch, now() >= killSwitchExpiry else { return flag }
        return layers.flag(name, hash: hash, in: FlagLayer.belowKillSwitch)?.flag
    }

    /// All flags that are read at a moment.
    func table(at now: () -> Instant) -> FlagTable {
        guard let killSwitchExpiry, now() >= killSwitchExpiry else { return table }
        return layers.table(without: .killSwitch)
    }
}
