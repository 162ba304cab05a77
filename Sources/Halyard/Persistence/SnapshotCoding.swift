// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Snapshots as JSON, for records and recordings. Whom a snapshot is for is left out: the reader knows it.

extension FlagSnapshot {
    /// The snapshot as JSON; when it expires is left out, because whoever reads it decides that anew.
    var stored: FlagValue {
        var members: [String: FlagValue] = [
            "flags": table.stored, "confirmedAt": .int(confirmedAt.millisecondsSinceEpoch),
        ]
        if let validator { members["validator"] = .string(validator) }
        if !notes.isNull { members["notes"] = notes }
        if absence == .off { members["absence"] = "off" }
        if !parts.isEmpty { members["parts"] = .object(parts.mapValues(\.stored)) }
        return .object(members)
    }

    /// Reads a snapshot back; nil when it is not whole.
    ///
    /// - Parameters:
    ///   - stored: What ``stored`` gave.
    ///   - context: For whom it is served.
    ///   - kind: Which kind of source the flags come from now.
    init?(stored: FlagValue, for context: EvaluationContext, from kind: Origin.Kind) {
        guard case .object(let flags)? = stored["flags"], case .int(let confirmedAt)? = stored["confirmedAt"] else {
            return nil
        }
        let read = flags.map { Flag($0, stored: $1, from: kind) }
        let readParts = (stored["parts"]?.members ?? [:]).mapValues {
            FlagSnapshot(stored: $0, for: context, from: kind)
        }
        guard !read.contains(where: { $0 == nil }), !readParts.values.contains(where: { $0 == nil }) else { return nil }
        self.init(
            FlagTable(read.compactMap(\.self)), for: context, validator: stored["validator"]?.text,
            notes: stored["notes"] ?? .null, confirmedAt: Instant(millisecondsSinceEpoch: confirmedAt),
            absence: stored["absence"] == "off" ? .off : .unknown, parts: readParts.compactMapValues(\.self))
    }
}

extension FlagSnapshot {
    /// Whether the flags in it are those that a wrapper put there, not the source's.
    func isServed(by layer: ProviderLayer) -> Bool { layers.contains { $0.layer == layer.rawValue && $0.isServing } }

    /// The snapshot as its source would have published it, whatever the wrappers around it noted.
    func asAnswered() -> FlagSnapshot? {
        if isServed(by: .persisted) { return FlagSnapshot(stored: stored, for: context, from: .network) }
        var answered = self
        answered.layers = []
        return answered
    }

    /// The flags without what the source wanted to find again, which belongs to the very context they were decided for.
    func withoutRequestState() -> FlagSnapshot {
        var flags = deriving(table, parts: parts.mapValues { $0.withoutRequestState() })
        flags.notes = .null
        return flags
    }
}

extension FlagTable {
    /// The flags as JSON, by key.
    var stored: FlagValue {
        // Keys that Unicode calls equivalent are one name in JSON, and two in a table.
        .object(Dictionary(map { ($0.key, $0.stored) }) { _, last in last })
    }
}

extension Flag {
    /// The flag as JSON, with the name of its provider.
    var stored: FlagValue {
        var members: [String: FlagValue] = ["value": value]
        if let variantValue { members["payload"] = variantValue }
        if let variant { members["variant"] = .string(variant) }
        if let version { members["version"] = .int(version) }
        if reason != .static { members["reason"] = .string(reason.rawValue) }
        if !metadata.isEmpty { members["metadata"] = .object(metadata) }
        if let provider = origin.provider { members["provider"] = .string(provider) }
        if reporting.contains(.each) { members["reportsEach"] = true }
        if !vendor.isNull { members["vendor"] = vendor }
        return .object(members)
    }

    /// Reads a flag back; nil when it has no value.
    convenience init?(_ key: String, stored: FlagValue, from kind: Origin.Kind) {
        self.init(key, stored: stored, origin: Origin(kind, provider: stored["provider"]?.text))
    }

    /// Reads a flag back as one of another provider; nil when it has no value.
    convenience init?(_ key: String, stored: FlagValue, origin: Origin) {
        guard let value = stored["value"] else { return nil }
        self.init(
            key, value, variantValue: stored["payload"], variant: stored["variant"]?.text,
            version: stored["version"].flatMap(Int64.init(flagValue:)),
            reason: stored["reason"]?.text.map(EvaluationReason.init(rawValue:)) ?? .static,
            metadata: stored["metadata"]?.members ?? [:], origin: origin,
            reporting: stored["reportsEach"] == true ? .each : [], vendor: stored["vendor"] ?? .null)
    }
}

extension FlagValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var members: [String: FlagValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}
