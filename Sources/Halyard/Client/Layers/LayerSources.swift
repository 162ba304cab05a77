// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The sources of the flags on top of a provider's: overrides and the kill switch.
struct LayerSources {
    var areOverridesAllowed: Bool
    /// The diagnostics about the overrides so far.
    var reported: [Diagnostic]
    /// Follows the kill switch.
    ///
    /// Nil without one.
    var killSwitch: KillSwitchFollower?

    /// Reads the sources when a client is created.
    ///
    /// Blocks for as long as the disk needs.
    ///
    /// - Returns: The sources, their flags, and diagnostics to report.
    static func read(
        _ options: FlagClient.Options
    ) -> (sources: LayerSources, layers: LayeredTable, findings: [Diagnostic]) {
        let overrides = OverrideReader(options.overrides)
        var sources = LayerSources(areOverridesAllowed: overrides.isAllowed, reported: overrides.findings)
        var layers = LayeredTable()
        layers.set(overrides)
        guard let source = options.killSwitch else { return (sources, layers, overrides.findings) }
        var reader = KillSwitchReader(source)
        let now = options.time.now
        let found = reader.first(at: now)
        sources.killSwitch = KillSwitchFollower(reader, on: options.time)
        layers.killSwitchName = source.name
        layers.setKillSwitch(found.document, at: now)
        return (sources, layers, overrides.findings + found.findings)
    }
}
