// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The layers that a client puts on top of every provider: its kill switch, and its overrides below that.
///
/// The flags are made for one client, because they carry its counts. An immutable value once it is published.
struct Overlay: Sendable {
    private(set) var overrides = OverrideStack()
    private(set) var killSwitch = KillSwitchLayer()

    /// The flags of both; the kill switch takes precedence.
    private(set) var table = FlagTable()

    /// When the kill switch stops having any effect; nil when it has none now.
    var expiresAt: Instant? { killSwitch.table.isEmpty ? nil : killSwitch.document?.expires }

    /// Whether there is nothing on top of the provider.
    var isEmpty: Bool { table.isEmpty }

    mutating func change(_ body: (inout OverrideStack) -> Void) {
        let before = overrides.table
        body(&overrides)
        overrides.table.forEachDifference(since: before) { old, new in
            if let key = (new ?? old)?.key, killSwitch.table[key] == nil { put(key, new) }
        }
    }

    mutating func set(_ layer: KillSwitchLayer) {
        let before = killSwitch.table
        killSwitch = layer
        layer.table.forEachDifference(since: before) { old, new in
            if let key = (new ?? old)?.key { put(key, new ?? overrides.table[key]) }
        }
    }

    /// Whether a flag belongs to the kill switch and must no longer be served.
    func hasExpired(_ flag: Flag, at now: Instant) -> Bool {
        guard flag.origin == .killSwitch, let expiresAt else { return false }
        return now >= expiresAt
    }

    private mutating func put(_ key: String, _ flag: Flag?) {
        if let flag { table.set(flag) } else { table.remove(key) }
    }
}

extension Origin {
    /// A client's override.
    static let `override` = Origin(.override, provider: nil)
    /// A client's kill switch.
    static let killSwitch = Origin(.killSwitch, provider: nil)

    /// Whether the flag lies on top of every provider.
    var isOverlay: Bool { provider == nil && (self == .override || self == .killSwitch) }
}
