// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Snapshots as JSON, for records and recordings. A snapshot's context is left out: the reader knows it.

extension FlagSnapshot {
    /// The snapshot as JSON, with its flags in tables beside it; the expiry is left out, because the reader determines it
    /// again.
    func stored(_ tables: inout StoredTables) -> FlagValue {
        var members: [String: FlagValue] = [
            "flags": tables.add(table), "confirmedAt": .int(confirmedAt.millisecondsSinceEpoch),
        ]
        if let validator { members["validator"] = .string(validator) }
        if !notes.isNull { members["notes"] = notes }
        if absence == .off { members["absence"] = "off" }
        if isForEveryContext { members["isForEveryContext"] = true }
        var storedParts: [String: FlagValue] = [:]
        for (name, part) in parts.sorted(by: { $0.key < $1.key }) { storedParts[name] = part.stored(&tables) }
        if !parts.isEmpty { members["parts"] = .object(storedParts) }
        return .object(members)
    }

    /// Reads a snapshot back; nil when it is incomplete.
    ///
    /// - Parameters:
    ///   - stored: What ``stored(_:)`` returned.
    ///   - tables: The tables beside it; none for a record of version 1, whose flags are in the JSON.
    ///   - context: The context that it is served for.
    ///   - kind: The kind of source that the flags now come from.
    init?(stored: FlagValue, _ tables: [[StoredTables.Row]], for context: EvaluationContext, from kind: Origin.Kind) {
        guard let table = FlagTable(stored: stored["flags"] ?? .null, tables, from: kind),
            case .int(let confirmedAt)? = stored["confirmedAt"]
        else { return nil }
        let parts = (stored["parts"]?.members ?? [:]).mapValues {
            FlagSnapshot(stored: $0, tables, for: context, from: kind)
        }
        guard !parts.values.contains(where: { $0 == nil }) else { return nil }
        self.init(
            table, for: context, validator: stored["validator"]?.text, notes: stored["notes"] ?? .null,
            confirmedAt: Instant(millisecondsSinceEpoch: confirmedAt),
            absence: stored["absence"] == "off" ? .off : .unknown, parts: parts.compactMapValues(\.self))
        isForEveryContext = stored["isForEveryContext"] == true
    }
}

extension StoredSnapshot {
    /// The snapshot from which the provider resumes.
    ///
    /// Once the service confirms it, it counts as the service's own answer again.
    ///
    /// Nil if the flags were evaluated for other attributes.
    var resume: FlagSnapshot? { isSameContext ? snapshot.asFromNetwork() : nil }
}

extension FlagSnapshot {
    /// Whether its flags come from a wrapper, not from the source.
    func isServed(by layer: ProviderLayer) -> Bool { layers.contains { $0.layer == layer.rawValue && $0.isServing } }

    /// The snapshot as its source would have published it, without what the wrappers around it recorded.
    func asAnswered() -> FlagSnapshot {
        if isServed(by: .persisted) { return asFromNetwork() }
        var answered = self
        answered.layers = []
        return answered
    }

    /// The snapshot as if its source had just answered it.
    fileprivate func asFromNetwork() -> FlagSnapshot {
        var answer = FlagSnapshot(
            table.moving(to: .network), for: context, validator: validator, notes: notes,
            confirmedAt: confirmedAt, absence: absence, parts: parts.mapValues { $0.asFromNetwork() })
        answer.isForEveryContext = isForEveryContext
        return answer
    }

    /// The flags without the source's resume data, which belongs to exactly the context that they were evaluated for.
    func withoutRequestState() -> FlagSnapshot {
        var flags = deriving(table, parts: parts.mapValues { $0.withoutRequestState() })
        flags.notes = .null
        return flags
    }
}

extension FlagTable {
    /// Reads the flags back: those of a table by its number, or those of an object; nil when they are incomplete.
    fileprivate init?(stored: FlagValue, _ tables: [[StoredTables.Row]], from kind: Origin.Kind) {
        switch stored {
        case .int(let number):
            guard tables.indices.contains(Int(clamping: number)) else { return nil }
            // The value is missing only if the writer wasn't Halyard: the checksum was right.
            self.init(
                tables[Int(number)].map { key, text in
                    Flag(key, stored: text, from: kind)
                        ?? Flag(key, .null, reason: .error, origin: Origin(kind, provider: nil))
                })
        case .object(let flags):
            let read = flags.map { Flag($0, stored: $1, from: kind) }
            if read.contains(where: { $0 == nil }) { return nil }
            self.init(read.compactMap(\.self))
        default: return nil
        }
    }

    /// The same flags as those of another kind of source.
    fileprivate func moving(to kind: Origin.Kind) -> FlagTable {
        FlagTable(map { $0.moving(to: Origin(kind, provider: $0.origin.provider)) })
    }

    /// The flags as JSON, by key.
    var stored: FlagValue {
        // Keys that are canonically equivalent in Unicode are one name in JSON, and two in a table.
        .object(Dictionary(map { ($0.key, $0.stored) }) { _, last in last })
    }
}

extension Flag {
    /// The flag as JSON, with the name of its provider.
    var stored: FlagValue {
        // Each access can parse JSON.
        let metadata = metadata
        let vendor = vendor
        var members: [String: FlagValue] = ["value": value]
        if let variantValue { members["payload"] = variantValue }
        if let variant { members["variant"] = .string(variant) }
        if let version { members["version"] = .int(version) }
        if reason != .static { members["reason"] = .string(reason.rawValue) }
        if !metadata.isEmpty { members["metadata"] = .object(metadata) }
        if let provider = origin.provider { members["provider"] = .string(provider) }
        if reporting.contains(.each) { members["reportsEach"] = true }
        if !vendor.isNull { members["vendor"] = vendor }
        if let error { members["error"] = ["code": .string(error.code.rawValue), "message": .string(error.message)] }
        return .object(members)
    }

    /// Reads a stored flag.
    ///
    /// Returns nil if it has no value, or is incomplete.
    convenience init?(_ key: String, stored: JSONText, from kind: Origin.Kind) {
        var scanner = stored.scanner
        var members = [FlagValue?](repeating: nil, count: StoredMember.count)
        var vendor: JSONText?
        guard scanner.next == UInt8(ascii: "{") else { return nil }
        do throws(JSONScanner.Fault) {
            try scanner.forEachMember(of: StoredMember.names) { (scanner, number) throws(JSONScanner.Fault) in
                if number == StoredMember.vendor.rawValue {
                    vendor = try scanner.text()
                } else {
                    members[number] = try scanner.value()
                }
            }
        } catch {
            return nil
        }
        let read = { (member: StoredMember) in members[member.rawValue] }
        guard let value = read(.value) else { return nil }
        self.init(
            key, value, variantValue: read(.payload), variant: read(.variant)?.text,
            version: read(.version).flatMap(Int64.init(flagValue:)),
            reason: read(.reason)?.text.map(EvaluationReason.init(rawValue:)) ?? .static,
            metadata: read(.metadata)?.members ?? [:], origin: Origin(kind, provider: read(.provider)?.text),
            reporting: read(.reportsEach) == true ? .each : [], vendor: vendor,
            error: FlagError(stored: read(.error)))
    }

    /// The members of a stored flag.
    private enum StoredMember: Int, CaseIterable {
        case value, payload, variant, version, reason, metadata, provider, reportsEach, vendor, error

        static let names = JSONNames(allCases.map { String(describing: $0) })
        static let count = allCases.count
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
            reporting: stored["reportsEach"] == true ? .each : [], vendor: stored["vendor"] ?? .null,
            error: FlagError(stored: stored["error"]))
    }
}

extension FlagError {
    /// Reads an error back, without its individual findings; nil for none.
    fileprivate init?(stored: FlagValue?) {
        guard let code = stored?["code"]?.text else { return nil }
        self.init(ErrorCode(rawValue: code), stored?["message"]?.text ?? "")
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
