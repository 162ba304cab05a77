// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The values that lie on top of a client's provider, whichever that is: for a debug menu, a demo, a UI test.
///
/// ```swift
/// flags.overrides.set(.newNav, true)  // reads see it when the call returns
/// flags.overrides.removeAll()
/// ```
/// They hold across switches of providers and changes of the context, and before the provider has answered; only the kill
/// switch lies above them. Reads report the origin `override`; the provider's sinks do not receive such flags. In release
/// builds they have no effect unless ``OverrideOptions/allowedInRelease`` is set, which is reported once as `overridesOff`.
///
/// Memory only. When a call returns, reads see the change, and it is on its way to the observers. Safe to use from any
/// thread.
public struct ClientOverrides: Sendable {
    private let client: FlagClient

    init(_ client: FlagClient) {
        self.client = client
    }

    /// Forces a flag to a value of its key's type.
    public func set<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ value: Value) {
        set(key.name, value.flagValue)
    }

    /// Forces a flag to a case of its enumeration.
    public func set<Value: RawRepresentable>(_ key: FlagKey<Value>, _ value: Value)
    where Value.RawValue: FlagValueConvertible {
        set(key.name, value.rawValue.flagValue)
    }

    /// Forces a flag to a value; nil removes the override set in code, so that the next source below it applies.
    ///
    /// `.null` forces the callers' defaults.
    public func set(_ name: String, _ value: FlagValue?) {
        client.changeOverrides { flags in
            if let value { flags.set(EvaluatedFlag(forced: name, value, by: .code)) } else { flags.remove(name) }
        }
    }

    /// Removes all overrides set in code; those of arguments, environment and file stay.
    public func removeAll() {
        client.changeOverrides { $0 = FlagTable() }
    }

    /// Whether overrides have an effect in this build.
    public var isAllowed: Bool { client.core.withLock { $0.layerSources.areOverridesAllowed } }

    /// The values that are currently forced, by all sources.
    ///
    /// Copies them.
    public var values: [String: FlagValue] {
        let layers = client.published.layers
        return FlagLayer.overrides.reduce(into: [:]) { values, layer in
            for flag in layers[layer] { values[flag.key] = flag.value }
        }
    }
}

extension FlagClient {
    /// The values that lie on top of the provider's.
    public var overrides: ClientOverrides { ClientOverrides(self) }

    /// Changes the overrides set in code.
    func changeOverrides(_ change: (inout FlagTable) -> Void) {
        var isAllowed = false
        transact { core in
            isAllowed = core.layerSources.areOverridesAllowed
            guard isAllowed else { return ClientMachine.Effects() }
            return core.machine.changeLayers { layers in
                var flags = layers[.code]
                change(&flags)
                layers.set(.code, flags)
            }
        }
        if !isAllowed { report([OverrideOptions.off]) }
    }

    /// Replaces the sources of the overrides, and reads them off the cooperative thread pool.
    func replaceOverrides(_ options: OverrideOptions) async {
        // First, so that no version of the old file comes between.
        core.withLock { $0.followers.replace(.overrides, with: nil) }.cancel()
        take(await BlockingWork.run { OverrideReader(options) })
    }

    /// Puts the overrides of all sources in place.
    private func take(_ read: OverrideReader) {
        var ended = Followers.Ended()
        var inFile: [Diagnostic] = []
        transact { core in
            ended = core.followers.replace(.overrides, with: read.following(on: options.time), for: self)
            let file = core.layerSources.followedFile
            inFile = core.layerSources.take(read)
            return core.machine.changeLayers { $0.set(read, after: file) }
        }
        ended.cancel()
        report(read.textFindings)
        for finding in inFile { diagnostics.report(finding) }
    }

    /// Takes a new version of the file, unless other overrides are followed now.
    func takeOverrides(_ read: OverrideReader, from follower: Followers.Follower) {
        var inFile: [Diagnostic] = []
        transact { core in
            guard core.followers.isCurrent(follower) else { return ClientMachine.Effects() }
            inFile = core.layerSources.take(read)
            let present = core.machine.layers[.file]
            guard let flags = read.flags[.file] else { return ClientMachine.Effects() }
            let table = FlagTable(flags, keeping: present)
            if table.hasSame(as: present) { return ClientMachine.Effects() }
            return core.machine.changeLayers { $0.set(.file, table) }
        }
        for finding in inFile { diagnostics.report(finding) }
    }

    /// Reports findings about arguments and environment that have not been reported before.
    func report(_ findings: [Diagnostic]) {
        let new = core.withLock { core in
            let new = findings.filter { !core.layerSources.reported.contains($0) }
            core.layerSources.reported =
                core.layerSources.reported.filter { $0 == OverrideOptions.off || findings.contains($0) } + new
            return new
        }
        for finding in new { diagnostics.report(finding) }
    }
}
