// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Flags as JSON, for records and recordings.
extension EvaluatedFlag {
    /// The properties of a stored flag.
    private enum Member: Int, CaseIterable {
        case value, payload, variant, version, reason, metadata, provider, reportsEach, vendor, error

        static let spellings = allCases.map { String(describing: $0) }
        static let names = JSONNames(spellings)
    }

    /// A property's value, or its original JSON from the service.
    private enum Content {
        case value(FlagValue)
        case text(JSONText)

        var value: FlagValue {
            switch self {
            case .value(let value): value
            case .text(let text): text.value
            }
        }
    }

    /// The flag as JSON, with the name of its provider.
    var stored: FlagValue {
        .object(Dictionary(uniqueKeysWithValues: storedMembers.map { ($0.key, $0.value.value) }))
    }

    /// Writes the flag in the form of ``stored``, with the vendor's original JSON.
    ///
    /// A record contains every flag of a service, so this doesn't create a dictionary.
    func write(to writer: inout JSONWriter) {
        writer.object(storedMembers) { writer, content in
            switch content {
            case .value(let value): writer.write(value)
            case .text(let text): writer.write(text)
            }
        }
    }

    /// The properties, in the order of their names.
    private var storedMembers: [(key: String, value: Content)] {
        var members: [(key: String, value: Content)] = []
        func add(_ member: Member, _ value: FlagValue) {
            members.append((Member.spellings[member.rawValue], .value(value)))
        }
        if let error { add(.error, ["code": .string(error.code.rawValue), "message": .string(error.message)]) }
        // Each access can parse JSON.
        let metadata = metadata
        if !metadata.isEmpty { add(.metadata, .object(metadata)) }
        if let variantValue { add(.payload, variantValue) }
        if let provider = origin.provider { add(.provider, .string(provider)) }
        if reason != .static { add(.reason, .string(reason.rawValue)) }
        if reporting.contains(.each) { add(.reportsEach, true) }
        add(.value, value)
        if let variant { add(.variant, .string(variant)) }
        if let vendorText {
            members.append((Member.spellings[Member.vendor.rawValue], .text(vendorText)))
        } else if !vendor.isNull {
            add(.vendor, vendor)
        }
        if let version { add(.version, .int(version)) }
        return members
    }

    /// Reads a flag of a record.
    ///
    /// Returns `nil` if the flag has no value.
    convenience init?(_ key: String, stored scanner: inout JSONScanner) throws(JSONScanner.Fault) {
        guard scanner.next == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        var values = [FlagValue?](repeating: nil, count: Member.spellings.count)
        var vendor: JSONText?
        try scanner.forEachMember(of: Member.names) { (scanner, number) throws(JSONScanner.Fault) in
            if number == Member.vendor.rawValue {
                vendor = try scanner.text()
            } else {
                values[number] = try scanner.value()
            }
        }
        let origin = Origin(.persisted, provider: values[Member.provider.rawValue].flatMap(String.init(flagValue:)))
        self.init(key, vendor: vendor, origin: origin) { values[$0.rawValue] }
    }

    /// Reads a flag of a recording as a flag of another provider.
    ///
    /// Returns `nil` if the flag has no value.
    convenience init?(_ key: String, stored: FlagValue, origin: Origin) {
        let vendor = stored["vendor"].map { JSONText(JSONWriter.text($0)) }
        self.init(key, vendor: vendor, origin: origin) { stored[Member.spellings[$0.rawValue]] }
    }

    private convenience init?(
        _ key: String, vendor: JSONText?, origin: Origin, _ value: (Member) -> FlagValue?
    ) {
        guard let decided = value(.value) else { return nil }
        var metadata: [String: FlagValue] = [:]
        if case .object(let members)? = value(.metadata) { metadata = members }
        let reason = value(.reason).flatMap(String.init(flagValue:))
        self.init(
            key, decided, variantValue: value(.payload), variant: value(.variant).flatMap(String.init(flagValue:)),
            version: value(.version).flatMap(Int64.init(flagValue:)),
            reason: reason.map(EvaluationReason.init(rawValue:)) ?? .static, metadata: metadata, origin: origin,
            reporting: value(.reportsEach) == true ? .each : [], vendor: vendor,
            error: FlagError(stored: value(.error)))
    }
}

extension FlagTable {
    /// The flags by name.
    ///
    /// Canonically equivalent Unicode names are one name in JSON, but two names in a table. This leaves out one of the two flags.
    var byName: [String: EvaluatedFlag] { Dictionary(map { ($0.key, $0) }) { _, last in last } }

    /// The flags as JSON, by name.
    var stored: FlagValue { .object(byName.mapValues(\.stored)) }
}

extension FlagError {
    /// Reads an error without its diagnostics.
    ///
    /// Returns `nil` if the JSON has no code.
    fileprivate init?(stored: FlagValue?) {
        guard let code = stored?["code"].flatMap(String.init(flagValue:)) else { return nil }
        self.init(ErrorCode(rawValue: code), stored?["message"].flatMap(String.init(flagValue:)) ?? "")
    }
}
