// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's overrides, which replace the values of any provider.
///
/// Use them for a debug menu, a demo, or a UI test.
///
/// ```swift
/// flags.overrides.set(.newNav, true)  // reads see it when the call returns
/// flags.overrides.removeAll()
/// ```
/// Overrides remain in effect when the provider or the context changes, and they apply before the provider responds. Only the
/// kill switch and the overrides of a test take precedence over them. Reads report the origin `override`, and the provider's
/// sinks don't receive overridden flags. In release builds, overrides have no effect unless
/// ``OverrideOptions/allowedInRelease`` is `true`. The client reports this once as `overridesOff`.
///
/// Doesn't perform I/O. When a call returns, reads see the change, and the client is about to notify the observers. Safe to
/// use from any thread.
public struct ClientOverrides: Sendable {
    private let client: FlagClient

    init(_ client: FlagClient) {
        self.client = client
    }

    /// Overrides a flag with a value of its key's type.
    public func set<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ value: Value) {
        set(key.name, value.flagValue)
    }

    /// Overrides a flag with a case of its enumeration.
    public func set<Value: RawRepresentable>(_ key: FlagKey<Value>, _ value: Value)
    where Value.RawValue: FlagValueConvertible {
        set(key.name, value.rawValue.flagValue)
    }

    /// Overrides a flag with a value, or removes the override set in code if the value is `nil`.
    ///
    /// After a removal, the next source in the order of precedence applies. If the value is `.null`, reads return the
    /// caller's default value.
    public func set(_ name: String, _ value: FlagValue?) {
        client.changeOverrides { flags in
            if let value { flags.set(EvaluatedFlag(forced: name, value, by: .code)) } else { flags.remove(name) }
        }
    }

    /// Removes all overrides set in code.
    ///
    /// Overrides from arguments, the environment, and the file remain.
    public func removeAll() {
        client.changeOverrides { $0 = FlagTable() }
    }

    /// A Boolean value that indicates whether overrides have an effect in this build.
    public var isAllowed: Bool { client.core.withLock { $0.layerSources.areOverridesAllowed } }

    /// The current override values from all sources.
    ///
    /// Each access copies the values.
    public var values: [String: FlagValue] {
        let layers = client.published.layers
        return FlagLayer.overrides.reduce(into: [:]) { values, layer in
            for flag in layers[layer] { values[flag.key] = flag.value }
        }
    }
}

extension FlagClient {
    /// The client's overrides, which replace the provider's values.
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

    /// Replaces the sources of overrides, and reads them outside the cooperative thread pool.
    func replaceOverrides(_ options: OverrideOptions) async {
        // Stop following the old file first, so that none of its updates arrives in between.
        core.withLock { $0.followers.replace(.overrides, with: nil) }.cancel()
        apply(await BlockingWork.run { OverrideReader(options) })
    }

    /// Applies the overrides of all sources.
    private func apply(_ read: OverrideReader) {
        var ended = Followers.Ended()
        var inFile: [Diagnostic] = []
        transact { core in
            ended = core.followers.replace(.overrides, with: read.following(on: options.time), for: self)
            let file = core.layerSources.followedFile
            inFile = core.layerSources.apply(read)
            return core.machine.changeLayers { $0.set(read, after: file) }
        }
        ended.cancel()
        report(read.textDiagnostics)
        for diagnostic in inFile { diagnostics.report(diagnostic) }
    }

    /// Applies an updated file, unless the client follows other overrides now.
    func takeOverrides(_ read: OverrideReader, from follower: Followers.Follower) {
        var inFile: [Diagnostic] = []
        transact { core in
            guard core.followers.isCurrent(follower) else { return ClientMachine.Effects() }
            inFile = core.layerSources.apply(read)
            let present = core.machine.layers[.file]
            guard let flags = read.flags[.file] else { return ClientMachine.Effects() }
            let table = FlagTable(flags, keeping: present)
            if table.hasSame(as: present) { return ClientMachine.Effects() }
            return core.machine.changeLayers { $0.set(.file, table) }
        }
        for diagnostic in inFile { diagnostics.report(diagnostic) }
    }

    /// Reports diagnostics about arguments and the environment, unless they have been reported before.
    func report(_ current: [Diagnostic]) {
        let new = core.withLock { core in
            let new = current.filter { !core.layerSources.reported.contains($0) }
            core.layerSources.reported =
                core.layerSources.reported.filter { $0 == OverrideOptions.off || current.contains($0) } + new
            return new
        }
        for diagnostic in new { diagnostics.report(diagnostic) }
    }
}
