// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// One flag as LaunchDarkly's mobile service sends it: already evaluated for one user.
package struct LaunchDarklyFlag: Sendable {
    package var key: String
    /// The evaluated value, where null means that the default value applies.
    package var value: FlagValue
    /// The environment-wide version, the only one that orders updates.
    package var version: Int64?
    /// The flag's own version, which events contain.
    package var flagVersion: Int64?
    package var variation: Int?
    /// The vendor's reason as an open object.
    ///
    /// It is null if only its JSON was read.
    package var reason: FlagValue
    private var reasonText: JSONText?
    package var trackEvents: Bool
    package var trackReason: Bool
    package var debugEventsUntil: Instant?
    package var prerequisites: [String]
    /// The number of events of which one is sent, or `nil` if all are sent.
    var samplingRatio: Int64? { if case .int(let ratio)? = json["samplingRatio"] { ratio } else { nil } }
    /// A Boolean value that indicates whether summaries leave the flag out.
    var isExcludedFromSummaries: Bool { json["excludeFromSummaries"] == true }
    /// The flag as the service sent it: the whole object, or its entry in `$flagsState`.
    package var json: FlagValue
}

// MARK: - Reading

extension LaunchDarklyFlag {
    /// Creates a flag from its JSON object and records problems, or returns `nil` if the JSON isn't an object or the flag was
    /// deleted.
    ///
    /// Every property can be null or absent. Unknown properties are ignored. A property of the wrong type is left out, and
    /// the flag remains.
    package init?(_ key: String, _ json: FlagValue, at path: [String], _ diagnostics: inout DiagnosticCollector) {
        guard case .object = json else {
            diagnostics.add(
                key, at: path, "Expected a flag object, found \(json.noun). Halyard skipped the flag.",
                suggestion: "Use {\"value\": …, \"version\": …}.")
            return nil
        }
        if json["deleted"] == true { return nil }
        self.init(key: key, value: json["value"] ?? .null)
        readFacts(json, at: path, &diagnostics)
    }

    /// Creates a flag from a value and its entry in `$flagsState`.
    package init(
        _ key: String, value: FlagValue, facts: FlagValue, at path: [String], _ diagnostics: inout DiagnosticCollector
    ) {
        self.init(key: key, value: value)
        readFacts(facts, at: path, &diagnostics)
    }

    /// Creates a flag with the vendor's facts from a flag that this provider or a store has created.
    package init(_ flag: EvaluatedFlag) {
        var ignored = DiagnosticCollector()
        self.init(flag.key, value: flag.value, facts: flag.vendor(except: "value"), at: [], &ignored)
    }

    /// Returns the facts alone, so that the facts of a patch and of a whole set are equal.
    static func withoutKey(_ json: FlagValue) -> FlagValue {
        guard case .object(var members) = json, members["key"] != nil else { return json }
        members["key"] = nil
        return .object(members)
    }

    /// Reads the next flag object property by property, which is faster than reading a value first.
    ///
    /// Returns `nil` for a deleted flag and for a flag with a property of another type. In that case, read its value to report
    /// the problem.
    static func usual(_ key: String, _ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> LaunchDarklyFlag? {
        guard scanner.next == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        var flag = LaunchDarklyFlag(key: key, value: .null)
        var isUsual = true
        // If two properties have the same name, the last one counts.
        try scanner.forEachMember(of: memberNames) { (scanner, number) throws(JSONScanner.Fault) in
            let member = Member.all[number]
            if case .reason = member, scanner.next == UInt8(ascii: "{") {
                flag.reasonText = try scanner.text()
                return
            }
            let json = try scanner.value()
            if !flag.set(member, json) { isUsual = false }
        }
        return isUsual ? flag : nil
    }

    /// The properties of a flag object that the provider reads.
    private enum Member: String, CaseIterable {
        case value, version, flagVersion, variation, trackEvents, trackReason, debugEventsUntilDate
        case prerequisites, reason, deleted, key

        /// All properties, stored because each access of `allCases` creates an array.
        static let all = allCases
    }

    private static let memberNames = JSONNames(Member.all.map(\.rawValue))

    /// Sets a property, or returns `false` if it isn't of the usual type.
    ///
    /// Null counts as absent.
    private mutating func set(_ member: Member, _ json: FlagValue) -> Bool {
        switch (member, json) {
        case (.value, _): value = json
        case (.version, .int(let number)): version = number
        case (.version, .null): version = nil
        case (.flagVersion, .int(let number)): flagVersion = number
        case (.flagVersion, .null): flagVersion = nil
        case (.variation, .int(let number)):
            variation = Int(exactly: number)
            return variation != nil
        case (.variation, .null): variation = nil
        case (.trackEvents, .bool(let isTracked)): trackEvents = isTracked
        case (.trackEvents, .null): trackEvents = false
        case (.trackReason, .bool(let isTracked)): trackReason = isTracked
        case (.trackReason, .null): trackReason = false
        case (.debugEventsUntilDate, .int(let milliseconds)): debugEventsUntil = Self.moment(milliseconds)
        case (.debugEventsUntilDate, .null): debugEventsUntil = nil
        case (.prerequisites, .array):
            guard let keys = [String](flagValue: json) else { return false }
            prerequisites = keys
        case (.prerequisites, .null): prerequisites = []
        case (.reason, .null): reasonText = nil
        case (.deleted, .bool(false)), (.deleted, .null): break
        // The facts of a flag don't include its key.
        default: return false
        }
        return true
    }

    private static func moment(_ milliseconds: Int64?) -> Instant? {
        milliseconds.flatMap { $0 < 0 ? nil : Instant(millisecondsSinceEpoch: $0) }
    }

    private init(key: String, value: FlagValue) {
        self.key = key
        self.value = value
        reason = .null
        trackEvents = false
        trackReason = false
        prerequisites = []
        json = .null
    }

    private mutating func readFacts(_ json: FlagValue, at path: [String], _ diagnostics: inout DiagnosticCollector) {
        self.json = json
        version = diagnostics.optional(Int64.self, "version", of: json, key, at: path)
        flagVersion = diagnostics.optional(Int64.self, "flagVersion", of: json, key, at: path)
        variation = diagnostics.optional(Int.self, "variation", of: json, key, at: path)
        trackEvents = diagnostics.optional(Bool.self, "trackEvents", of: json, key, at: path) ?? false
        trackReason = diagnostics.optional(Bool.self, "trackReason", of: json, key, at: path) ?? false
        prerequisites = diagnostics.optional([String].self, "prerequisites", of: json, key, at: path) ?? []
        let debugUntil = diagnostics.optional(Int64.self, "debugEventsUntilDate", of: json, key, at: path)
        debugEventsUntil = Self.moment(debugUntil)
        reason =
            diagnostics.optional([String: FlagValue].self, "reason", of: json, key, at: path).map(FlagValue.object)
            ?? .null
    }
}

// MARK: - As a flag

extension LaunchDarklyFlag {
    /// Returns the flag in vendor-neutral form.
    ///
    /// The metadata contains LaunchDarkly's reason as `vendorReason`.
    package func flag(origin: Origin) -> EvaluatedFlag {
        EvaluatedFlag(
            key, value, variant: variation.map(String.init), version: flagVersion ?? version,
            reason: Self.neutralReason(reason["kind"], reason["inExperiment"]),
            metadata: reason.isNull ? [:] : ["vendorReason": reason], origin: origin,
            reporting: reportsEach ? .each : [], vendor: json, error: value.isNull ? Self.error(reason) : nil)
    }

    /// Returns the flag in vendor-neutral form, with the JSON that it was read from.
    func flag(origin: Origin, from text: JSONText) -> EvaluatedFlag {
        let reporting: EvaluatedFlag.Reporting = reportsEach ? .each : []
        guard let reasonText else {
            return EvaluatedFlag(
                key, value, variant: variation.map(String.init), version: flagVersion ?? version, reason: .unknown,
                origin: origin, reporting: reporting, vendor: text)
        }
        var kind = FlagValue.null
        var inExperiment = FlagValue.null
        var scanner = reasonText.scanner
        // This can't fail, because the JSON has been checked.
        try? scanner.forEachMember(of: Self.reasonMembers) { (scanner, number) throws(JSONScanner.Fault) in
            if number == 0 { kind = try scanner.value() } else { inExperiment = try scanner.value() }
        }
        return EvaluatedFlag(
            key, value, variant: variation.map(String.init), version: flagVersion ?? version,
            reason: Self.neutralReason(kind, inExperiment), metadata: ("vendorReason", reasonText), origin: origin,
            reporting: reporting, vendor: text, error: value.isNull ? Self.error(reasonText.value) : nil)
    }

    /// Returns the reason why the service couldn't evaluate the flag, or `nil` if it could.
    private static func error(_ reason: FlagValue) -> FlagError? {
        guard reason["kind"] == "ERROR" else { return nil }
        let kind = String(flagValue: reason["errorKind"] ?? .null) ?? "EXCEPTION"
        return FlagError(
            LaunchDarklyDetail.code(for: kind),
            "LaunchDarkly couldn't evaluate the flag: \(kind). Check its targeting rules in LaunchDarkly.")
    }

    private var reportsEach: Bool { trackEvents || debugEventsUntil != nil || !prerequisites.isEmpty }

    private static let reasonMembers = JSONNames(["kind", "inExperiment"])

    private static func neutralReason(_ kind: FlagValue?, _ inExperiment: FlagValue?) -> EvaluationReason {
        if inExperiment == true { return .split }
        guard case .string(let kind)? = kind else { return .unknown }
        return switch kind {
        case "OFF": .disabled
        case "FALLTHROUGH", "PREREQUISITE_FAILED": .default
        case "TARGET_MATCH", "RULE_MATCH": .targetingMatch
        case "ERROR": .error
        default: EvaluationReason(rawValue: kind)
        }
    }
}
