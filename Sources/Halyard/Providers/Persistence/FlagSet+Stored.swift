// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Flag sets as JSON, for records. The context and the expiry aren't stored: the policy determines the expiry at each start, and a
// record contains only digests of its context.
extension FlagSet {
    private enum Member: String, CaseIterable {
        case absence, confirmedAt, flags, isForEveryContext, notes, parts, validator

        static let all = allCases
        static let names = JSONNames(all.map(\.rawValue))
    }

    /// Writes the flag set, one flag at a time.
    func write(to writer: inout JSONWriter) {
        var members: [String: (inout JSONWriter) -> Void] = [
            "confirmedAt": { $0.write(.int(confirmedAt.millisecondsSinceEpoch)) },
            "flags": { $0.object(table.byName.sorted(by: \.key)) { $1.write(to: &$0) } },
        ]
        if let validator { members["validator"] = { $0.write(.string(validator)) } }
        if !providerData.isNull { members["notes"] = { $0.write(providerData) } }
        if missingFlags == .off { members["absence"] = { $0.write("off") } }
        if isForEveryContext { members["isForEveryContext"] = { $0.write(true) } }
        if !parts.isEmpty {
            members["parts"] = { $0.object(parts.sorted(by: \.key)) { $1.write(to: &$0) } }
        }
        writer.object(members.sorted(by: \.key)) { $1(&$0) }
    }

    /// Reads a flag set, whose flags then count as stored flags.
    ///
    /// Returns `nil` if the flag set is incomplete.
    init?(stored scanner: inout JSONScanner, for context: EvaluationContext) throws(JSONScanner.Fault) {
        guard scanner.next == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        var values: [Member: FlagValue] = [:]
        var flags: [EvaluatedFlag]?
        var parts: [(name: String, part: FlagSet)]? = []
        try scanner.forEachMember(of: Member.names) { (scanner, number) throws(JSONScanner.Fault) in
            switch Member.all[number] {
            case .flags:
                flags = try scanner.storedObject { (scanner, key) throws(JSONScanner.Fault) in
                    try EvaluatedFlag(key, stored: &scanner)
                }
            case .parts:
                parts = try scanner.storedObject { (scanner, name) throws(JSONScanner.Fault) in
                    try FlagSet(stored: &scanner, for: context).map { (name, $0) }
                }
            case let member: values[member] = try scanner.value()
            }
        }
        guard let flags, let parts, let confirmedAt = Instant(stored: values[.confirmedAt] ?? .null) else { return nil }
        self.init(
            FlagTable(flags), for: context, validator: values[.validator].flatMap(String.init(flagValue:)),
            providerData: values[.notes] ?? .null, confirmedAt: confirmedAt,
            missingFlags: values[.absence] == "off" ? .off : .unknown,
            parts: Dictionary(parts.map { ($0.name, $0.part) }) { _, last in last })
        isForEveryContext = values[.isForEveryContext] == true
    }
}

extension JSONScanner {
    /// Reads the properties of an object.
    ///
    /// Returns `nil` if the value isn't an object, or if a property is incomplete.
    fileprivate mutating func storedObject<Value>(
        _ read: (inout JSONScanner, _ name: String) throws(Fault) -> Value?
    ) throws(Fault) -> [Value]? {
        guard next == UInt8(ascii: "{") else {
            try skipValue()
            return nil
        }
        var values: [Value] = []
        var isComplete = true
        try forEachMember { (scanner, name, _) throws(Fault) in
            if let value = try read(&scanner, name) { values.append(value) } else { isComplete = false }
        }
        return isComplete ? values : nil
    }
}

extension Instant {
    /// Reads milliseconds since 1970.
    ///
    /// Returns `nil` if the value isn't an integer.
    init?(stored value: FlagValue) {
        guard case .int(let milliseconds) = value else { return nil }
        self.init(millisecondsSinceEpoch: milliseconds)
    }
}

extension StoredFlags {
    /// The flag set from which the provider resumes, or `nil` if the flags were evaluated for other attributes.
    ///
    /// When the service confirms the flag set, it counts as the service's own response again.
    var resume: FlagSet? { isSameContext ? flagSet.asFromNetwork() : nil }
}

extension FlagSet {
    /// Returns whether a wrapper serves the flags instead of the source.
    func isServed(by layer: ProviderLayer) -> Bool {
        layerReports.contains { $0.layer == layer.rawValue && $0.isServing }
    }

    /// Returns the flag set as its source published it, without the reports of wrappers.
    func asAnswered() -> FlagSet {
        if isServed(by: .persisted) { return asFromNetwork() }
        var answered = self
        answered.layerReports = []
        return answered
    }

    /// Returns the flag set as if its source had just published it.
    fileprivate func asFromNetwork() -> FlagSet {
        let flags = table.map { $0.moving(to: Origin(.network, provider: $0.origin.provider)) }
        var answer = FlagSet(
            FlagTable(flags), for: context, validator: validator, providerData: providerData, confirmedAt: confirmedAt,
            missingFlags: missingFlags, parts: parts.mapValues { $0.asFromNetwork() })
        answer.isForEveryContext = isForEveryContext
        return answer
    }

    /// Returns the flags without the source's resume data, which is only valid for exactly the same context.
    func withoutRequestState() -> FlagSet {
        var flags = deriving(table, parts: parts.mapValues { $0.withoutRequestState() })
        flags.providerData = .null
        return flags
    }
}
