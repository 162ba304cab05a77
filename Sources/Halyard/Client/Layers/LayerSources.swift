// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The state of a client's override sources.
struct LayerSources {
    var areOverridesAllowed: Bool
    /// The overrides file, if the client follows it.
    private(set) var followedFile: String?
    /// The diagnostics about arguments and the environment so far.
    var reported: [Diagnostic]
    /// The diagnostics about the last version of the file.
    private var fileDiagnostics: [Diagnostic]

    private init(_ read: OverrideReader) {
        areOverridesAllowed = read.isAllowed
        followedFile = read.followedFile
        reported = read.textDiagnostics
        fileDiagnostics = read.fileDiagnostics
    }

    /// Stores the state of the sources, and returns the file's new diagnostics.
    mutating func apply(_ read: OverrideReader) -> [Diagnostic] {
        areOverridesAllowed = read.isAllowed
        followedFile = read.followedFile
        defer { fileDiagnostics = read.fileDiagnostics }
        return read.fileDiagnostics == fileDiagnostics ? [] : read.fileDiagnostics
    }

    /// Reads the overrides and the kill switch when a client is created.
    ///
    /// Blocks until the disk has responded.
    ///
    /// - Parameter followers: Receives the tasks that follow the sources after the client's first run begins.
    /// - Returns: The sources, their flags, and the diagnostics to report.
    static func read(
        _ options: FlagClient.Options, _ followers: inout Followers
    ) -> (sources: LayerSources, layers: LayeredTable, diagnostics: [Diagnostic]) {
        let overrides = OverrideReader(options.overrides)
        let sources = LayerSources(overrides)
        var layers = LayeredTable()
        layers.set(overrides)
        _ = followers.replace(.overrides, with: overrides.following(on: options.time))
        guard let killSwitch = options.killSwitch else { return (sources, layers, overrides.diagnostics) }
        let now = options.time.now
        let first = killSwitch.first(at: now)
        layers.setKillSwitch(KillSwitchLayer(source: killSwitch.name, document: first.value), at: now)
        _ = followers.replace(.killSwitch, with: killSwitch.following(after: first.diagnostics, on: options.time))
        _ = followers.replace(.killSwitchExpiry, with: FlagClient.killSwitchExpiry(on: options.time))
        return (sources, layers, overrides.diagnostics + first.diagnostics)
    }
}
