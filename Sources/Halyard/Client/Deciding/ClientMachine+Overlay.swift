// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What lies on top of the provider's flags belongs to the client: no switch of providers or contexts removes it.
extension ClientMachine {
    /// Changes what lies on top; no waiter is resumed.
    mutating func changeOverlay(_ body: (inout Overlay) -> Void) -> Effects {
        var effects = Effects()
        var next = overlay
        body(&next)
        overlay = next
        // A client that was shut down serves nothing.
        guard phase != .shutDown else { return effects }
        overlaid.setTop(next.table)
        change(&effects) { _ in }
        return effects
    }
}

extension Published {
    /// The provider's flags.
    var providerTable: FlagTable { state.snapshot?.table ?? FlagTable() }

    /// The flag that is read at a moment; an expired one of the kill switch gives way to what lies below.
    func flag(_ name: String, hash: UInt64, at now: () -> Instant) -> Flag? {
        guard let flag = table.flag(name, hash: hash) else { return nil }
        guard overlay.expiresAt != nil, overlay.hasExpired(flag, at: now()) else { return flag }
        return overlay.overrides.table.flag(name, hash: hash) ?? providerTable.flag(name, hash: hash)
    }

    /// All flags that are read at a moment.
    func table(at now: () -> Instant) -> FlagTable {
        guard let expiresAt = overlay.expiresAt, now() >= expiresAt else { return table }
        var below = OverlaidTable(providerTable)
        below.setTop(overlay.overrides.table)
        return below.table
    }
}
