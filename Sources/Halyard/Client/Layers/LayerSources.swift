// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a client knows about the sources of its overrides.
struct LayerSources {
    var areOverridesAllowed: Bool
    /// The diagnostics about the overrides so far.
    var reported: [Diagnostic]

    /// Reads the overrides and the kill switch when a client is created.
    ///
    /// Blocks for as long as the disk needs.
    ///
    /// - Parameter followers: Receives what follows the sources from the client's first run on.
    /// - Returns: The sources, their flags, and diagnostics to report.
    static func read(
        _ options: FlagClient.Options, _ followers: inout Followers
    ) -> (sources: LayerSources, layers: LayeredTable, findings: [Diagnostic]) {
        let overrides = OverrideReader(options.overrides)
        let sources = LayerSources(areOverridesAllowed: overrides.isAllowed, reported: overrides.findings)
        var layers = LayeredTable()
        layers.set(overrides)
        _ = followers.replace(.overrides, with: overrides.following(on: options.time))
        guard let killSwitch = options.killSwitch else { return (sources, layers, overrides.findings) }
        let now = options.time.now
        let first = killSwitch.first(at: now)
        layers.killSwitchName = killSwitch.name
        layers.setKillSwitch(first.value, at: now)
        _ = followers.replace(.killSwitch, with: killSwitch.following(after: first.findings, on: options.time))
        _ = followers.replace(.killSwitchExpiry, with: FlagClient.killSwitchExpiry(on: options.time))
        return (sources, layers, overrides.findings + first.findings)
    }
}
