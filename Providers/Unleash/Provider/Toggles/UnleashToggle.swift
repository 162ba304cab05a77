// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A flag in the format of the Unleash Frontend API.
package struct UnleashToggle: Sendable {
    /// A variant of a flag.
    ///
    /// The disabled variant is named `disabled` and has no payload.
    package struct Variant: Sendable, Hashable {
        package var name: String
        package var isEnabled: Bool
        package var payload: Payload?
    }

    /// The payload of a variant.
    ///
    /// The value is a string for every type.
    package struct Payload: Sendable, Hashable {
        package var type: String
        package var value: String
    }

    /// The variant name that means "no variant" in responses and metrics.
    package static let disabledVariant = "disabled"

    package var name: String
    package var isEnabled: Bool
    package var impressionData: Bool
    package var variant: Variant?
    private var source: Source

    /// The toggle as the server sent it.
    private enum Source {
        case value(FlagValue)
        case text(JSONText)
    }
}

// MARK: - Reading

extension UnleashToggle {
    /// Reads one element of `toggles`, or returns `nil` if it has no name or no Boolean `enabled`.
    ///
    /// Records problems, and ignores unknown properties. Accepts both spellings of the impression property. The server sends
    /// `impressionData`, and Unleash Edge sends both.
    package init?(_ json: FlagValue, at path: [String], _ diagnostics: inout DiagnosticCollector) {
        let consequence = "The toggle has no name, so it was skipped."
        guard let name = diagnostics.required("name", of: json, nil, at: path, orElse: consequence) else { return nil }
        guard case .bool(let isEnabled)? = json["enabled"] else {
            diagnostics.add(
                name, at: path, "The toggle has no Boolean \"enabled\", so it was skipped.",
                suggestion: "Add \"enabled\": true or false.")
            return nil
        }
        self.name = name
        self.isEnabled = isEnabled
        impressionData = json["impressionData"] == true || json["impression_data"] == true
        source = .value(json)
        variant = Variant(json["variant"] ?? .null, of: name, at: path + ["variant"], &diagnostics)
    }
}

extension UnleashToggle {
    /// Reads the next toggle one property at a time, which is faster than reading a complete value first.
    ///
    /// Returns `nil` if there's a problem. Then read the toggle's value to report the problem.
    static func usual(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> UnleashToggle? {
        guard scanner.next == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        let start = scanner.offset
        var name = FlagValue.null
        var isEnabled = FlagValue.null
        var variant = FlagValue.null
        // One of the two spellings is enough.
        var hasImpressions = FlagValue.null
        var hasImpressionsOfEdge = FlagValue.null
        // If two properties have the same name, the last one counts.
        try scanner.forEachMember(of: memberNames) { (scanner, number) throws(JSONScanner.Fault) in
            let json = try scanner.value()
            switch Member.all[number] {
            case .name: name = json
            case .enabled: isEnabled = json
            case .impressionData: hasImpressions = json
            case .impressionDataOfEdge: hasImpressionsOfEdge = json
            case .variant: variant = json
            }
        }
        guard case .string(let name) = name, !name.isEmpty, case .bool(let isEnabled) = isEnabled else { return nil }
        var diagnostics = DiagnosticCollector()
        let readVariant = Variant(variant, of: name, at: [], &diagnostics)
        // These types of payload can have a problem that only parsing detects.
        guard diagnostics.diagnostics.isEmpty, !["json", "number"].contains(readVariant?.payload?.type) else {
            return nil
        }
        return UnleashToggle(
            name: name, isEnabled: isEnabled, impressionData: hasImpressions == true || hasImpressionsOfEdge == true,
            variant: readVariant, source: .text(scanner.text(from: start)))
    }

    /// The properties of a toggle that are read.
    private enum Member: String, CaseIterable {
        case name, enabled, impressionData, variant
        case impressionDataOfEdge = "impression_data"

        /// Stored, because each access to `allCases` creates an array.
        static let all = allCases
    }

    private static let memberNames = JSONNames(Member.all.map(\.rawValue))
}

extension UnleashToggle.Variant {
    fileprivate init?(_ json: FlagValue, of toggle: String, at path: [String], _ diagnostics: inout DiagnosticCollector)
    {
        if json.isNull { return nil }
        let consequence = "The variant has no name, so the toggle is served without it."
        guard let name = diagnostics.required("name", of: json, toggle, at: path, orElse: consequence) else {
            return nil
        }
        self.name = name
        isEnabled = diagnostics.optional(Bool.self, "enabled", of: json, toggle, at: path) ?? false
        payload = UnleashToggle.Payload(json["payload"] ?? .null, of: toggle, at: path + ["payload"], &diagnostics)
    }
}

extension UnleashToggle.Payload {
    init?(_ json: FlagValue, of toggle: String, at path: [String], _ diagnostics: inout DiagnosticCollector) {
        if json.isNull { return nil }
        let consequence = "The payload has no value, so the variant is served without it."
        guard let value = diagnostics.required("value", of: json, toggle, at: path, orElse: consequence) else {
            return nil
        }
        self.value = value
        type = diagnostics.optional(String.self, "type", of: json, toggle, at: path) ?? "string"
    }

    /// Returns the payload as a flag value.
    ///
    /// JSON and numbers are parsed. All other payloads become strings.
    func flagValue(of toggle: String, at path: @autoclosure () -> [String], _ diagnostics: inout DiagnosticCollector)
        -> FlagValue
    {
        guard type == "json" || type == "number" else { return .string(value) }
        if let parsed = try? JSONReader().read(value), type == "json" || Double(flagValue: parsed) != nil {
            return parsed
        }
        diagnostics.add(
            toggle, at: path() + ["value"],
            "The payload doesn't match type \"\(type)\". It's served as a string.",
            suggestion: "Fix the value, or set the type to \"string\".")
        return .string(value)
    }
}

// MARK: - As a flag

extension UnleashToggle {
    /// Returns the toggle as a neutral flag.
    ///
    /// The flag's value indicates whether the toggle is on, and its variant value is the variant's payload. A toggle that is off
    /// has no variant, even if the response contains one. This is the rule of the Unleash Android client.
    package func flag(origin: Origin, at path: @autoclosure () -> [String], _ diagnostics: inout DiagnosticCollector)
        -> EvaluatedFlag
    {
        let active = variant.flatMap { isEnabled && $0.isEnabled ? $0 : nil }
        let payload = active?.payload?.flagValue(of: name, at: path() + ["variant", "payload"], &diagnostics)
        let reason: EvaluationReason = isEnabled ? .unknown : .disabled
        let reporting: EvaluatedFlag.Reporting = impressionData ? .each : []
        switch source {
        case .text(let text):
            return EvaluatedFlag(
                name, .bool(isEnabled), variantValue: payload ?? .null, variant: active?.name, version: nil,
                reason: reason, origin: origin, reporting: reporting, vendor: text)
        case .value(let json):
            return EvaluatedFlag(
                name, .bool(isEnabled), variantValue: payload ?? .null, variant: active?.name, reason: reason,
                origin: origin, reporting: reporting, vendor: json)
        }
    }
}
