// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A layer of the flags that a client serves; a later case hides the earlier ones.
enum FlagLayer: Int, Sendable, CaseIterable {
    case provider
    /// Overrides of a file.
    case file
    /// Overrides of an environment variable.
    case environment
    /// Overrides of the program's arguments.
    case argument
    /// Overrides set by ``ClientOverrides``.
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

/// The flags of all layers of a client, and the table of what is read.
///
/// A change of a layer costs as much as what differs in it. With nothing in the other layers, or where more of the provider's
/// flags differ than lie on top, it costs as much as those. What is the same is shared.
struct LayeredTable: Sendable {
    /// The flags that are read: of each key, that of its highest layer.
    private(set) var table = FlagTable()
    /// The flags that lie on top of the provider's: of each key, that of its highest layer.
    private(set) var forced = FlagTable()
    private var layers = [FlagTable](repeating: FlagTable(), count: FlagLayer.allCases.count)
    /// The kill switch, or nil if the client has none.
    private(set) var killSwitch: KillSwitchLayer?

    /// The flags of one layer.
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

    /// The flag of a key in the highest of some layers; the layers stand in ascending order.
    func flag(_ key: String, hash: UInt64, in layers: [FlagLayer]) -> (layer: FlagLayer, flag: EvaluatedFlag)? {
        for layer in layers.reversed() {
            if let flag = self[layer].flag(key, hash: hash) { return (layer, flag) }
        }
        return nil
    }

    /// What lies on top of the provider's flags once the kill switch has expired.
    var forcedByOverrides: FlagTable { merged(FlagLayer.overrides[...]) }

    /// The flags of some layers, which stand in ascending order.
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
    /// Forces the flags of a kill switch's document, until it expires.
    mutating func setKillSwitch(_ layer: KillSwitchLayer?, at now: Instant) {
        killSwitch = layer
        set(.killSwitch, FlagTable(layer?.document?.flags(at: now) ?? [], keeping: self[.killSwitch]))
    }

    /// When the kill switch stops having any effect; nil when it has none.
    var killSwitchExpiry: Instant? { self[.killSwitch].isEmpty ? nil : killSwitch?.document?.expires }
}

extension FlagTable {
    /// Makes a table of forced flags; one with the value and the metadata of an earlier table's stays that table's object.
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
    /// Makes an override of one layer.
    ///
    /// - Parameters:
    ///   - second: What a read gets when its type does not fit the value; nil for nothing.
    ///   - place: The place in the layer's source: `argument 3`, `HALYARD_FLAGS`, a path; nil for code.
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

    /// Whether the flag lies on top of every provider.
    var isForced: Bool { provider == nil && (self == .override || self == .killSwitch) }
}
