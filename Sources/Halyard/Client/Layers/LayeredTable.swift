// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A layer of the flags that a client serves.
///
/// A later case takes precedence over earlier cases.
enum FlagLayer: Int, Sendable, CaseIterable {
    case provider
    /// Overrides from a file.
    case file
    /// Overrides from an environment variable.
    case environment
    /// Overrides from the program's arguments.
    case argument
    /// Overrides set in code (``ClientOverrides``).
    case code
    case killSwitch

    /// The layers of overrides.
    static let overrides = allCases.filter { $0 != .provider && $0 != .killSwitch }

    /// The layer's name in explanations and in the metadata of flags.
    var name: String {
        switch self {
        case .provider: "provider"
        case .file: "file"
        case .environment: "environment"
        case .argument: "argument"
        case .code: "code"
        case .killSwitch: "killSwitch"
        }
    }
}

/// The flags of all layers of a client, and the table that reads are served from.
///
/// The cost of changing a layer depends on the number of differences. If the other layers are empty, or if more of the
/// provider's flags differ than the other layers contain, it depends on the number of flags above the provider's. Unchanged
/// parts are shared.
struct LayeredTable: Sendable {
    /// The flags that reads see: for each key, the flag of its highest layer.
    private(set) var table = FlagTable()
    /// The flags above the provider's flags: for each key, the flag of its highest layer.
    private(set) var forced = FlagTable()
    private var layers = [FlagTable](repeating: FlagTable(), count: FlagLayer.allCases.count)
    /// The kill switch, or `nil` if the client has none.
    private(set) var killSwitch: KillSwitchLayer?

    /// Accesses the flags of one layer.
    subscript(layer: FlagLayer) -> FlagTable { layers[layer.rawValue] }

    /// Replaces the flags of one layer.
    mutating func set(_ layer: FlagLayer, _ new: FlagTable) {
        let old = self[layer]
        layers[layer.rawValue] = new
        if layer != .provider { forced = merged(FlagLayer.allCases.dropFirst()) }
        let others = FlagLayer.allCases.filter { $0 != layer && !self[$0].isEmpty }
        if others.isEmpty {
            table = new
            return
        }
        var keys: [String] = []
        new.forEachDifference(since: old) { old, new in if let key = (new ?? old)?.key { keys.append(key) } }
        if layer == .provider, keys.count > others.reduce(0, { $0 + self[$1].count }) {
            table = new
            for flag in forced { table.set(flag) }
            return
        }
        for key in keys { settle(key) }
    }

    /// Returns the flag of a key in the highest of some layers, which must be in ascending order.
    func flag(_ key: String, hash: UInt64, in layers: [FlagLayer]) -> (layer: FlagLayer, flag: EvaluatedFlag)? {
        for layer in layers.reversed() {
            if let flag = self[layer].flag(key, hash: hash) { return (layer, flag) }
        }
        return nil
    }

    /// The flags above the provider's flags after the kill switch has expired.
    var forcedByOverrides: FlagTable { merged(FlagLayer.overrides[...]) }

    /// Returns the merged flags of some layers, which must be in ascending order.
    private func merged(_ layers: ArraySlice<FlagLayer>) -> FlagTable {
        var merged = FlagTable()
        for layer in layers { for flag in self[layer] { merged.set(flag) } }
        return merged
    }

    private mutating func settle(_ key: String) {
        let flag = flag(key, hash: KeyHash.of(key), in: FlagLayer.allCases)?.flag
        if table[key] === flag { return }
        if let flag { table.set(flag) } else { table.remove(key) }
    }
}

// MARK: - The kill switch

extension LayeredTable {
    /// Applies a kill switch's document until it expires.
    mutating func setKillSwitch(_ layer: KillSwitchLayer?, at now: Instant) {
        killSwitch = layer
        set(.killSwitch, FlagTable(layer?.document?.flags(at: now) ?? [], keeping: self[.killSwitch]))
    }

    /// The time at which the kill switch expires, or `nil` if it has no effect.
    var killSwitchExpiry: Instant? { self[.killSwitch].isEmpty ? nil : killSwitch?.document?.expires }
}

extension FlagTable {
    /// Creates a table of overrides, which reuses the objects of an earlier table if the value and the metadata are the same.
    init(_ flags: [EvaluatedFlag], keeping earlier: FlagTable) {
        self.init(
            flags.map { flag in
                guard let before = earlier[flag.key], !flag.differs(from: before), flag.metadata == before.metadata
                else { return flag }
                return before
            })
    }
}

extension EvaluatedFlag {
    /// Creates an override for one layer.
    ///
    /// - Parameters:
    ///   - second: The value for reads of another type, or `nil` for none.
    ///   - place: The location in the layer's source, such as `argument 3`, `HALYARD_FLAGS`, or a path, or `nil` for code.
    convenience init(
        forced key: String, _ value: FlagValue, _ second: FlagValue? = nil, by layer: FlagLayer, at place: String? = nil
    ) {
        var metadata: [String: FlagValue] = ["overrideSource": .string(layer.name)]
        if let place { metadata["overridePlace"] = .string(place) }
        self.init(key, value, variantValue: second, metadata: metadata, origin: .override)
    }
}

extension Origin {
    /// A client's override.
    static let `override` = Origin(.override, provider: nil)
    /// A client's kill switch.
    static let killSwitch = Origin(.killSwitch, provider: nil)

    /// A Boolean value that indicates whether the flag belongs to a layer above every provider.
    var isForced: Bool { provider == nil && (self == .override || self == .killSwitch) }
}
