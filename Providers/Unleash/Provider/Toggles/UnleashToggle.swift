// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// One flag as Unleash's Frontend API represents it.
package struct UnleashToggle: Sendable, Hashable {
    /// A variant of a flag.
    ///
    /// The disabled one is named `disabled` and has no payload.
    package struct Variant: Sendable, Hashable {
        package var name: String
        package var isEnabled: Bool
        package var payload: Payload?
    }

    /// The payload of a variant; the value is always a text, whatever the type says.
    package struct Payload: Sendable, Hashable {
        package var type: String
        package var value: String
    }

    /// The name that means "no variant", in responses and in metrics.
    package static let disabledVariant = "disabled"

    package var name: String
    package var isEnabled: Bool
    package var impressionData: Bool
    package var variant: Variant?
    /// The toggle as the server sent it.
    package var json: FlagValue
}

// MARK: - Reading

extension UnleashToggle {
    /// Reads one element of `toggles` and notes its problems; nil when it has no name or does not say whether it is on.
    ///
    /// Unknown members are ignored. Both spellings of the impression member are accepted: the server sends
    /// `impressionData`, Unleash Edge both.
    package init?(_ json: FlagValue, at path: [String], _ findings: inout FindingList) {
        let consequence = "The toggle has no name; it was skipped."
        guard let name = findings.required("name", of: json, nil, at: path, orElse: consequence) else { return nil }
        guard case .bool(let isEnabled)? = json["enabled"] else {
            findings.add(
                name, at: path, "The toggle does not say whether it is on; it was skipped.",
                suggestion: "Add \"enabled\": true or false.")
            return nil
        }
        self.name = name
        self.isEnabled = isEnabled
        impressionData = json["impressionData"] == true || json["impression_data"] == true
        self.json = json
        variant = Variant(json["variant"] ?? .null, of: name, at: path + ["variant"], &findings)
    }
}

extension UnleashToggle {
    /// Reads a toggle of the usual shape (``UnleashPayload/shape``); what only the vendor's sinks need is left in the
    /// text.
    init?(_ name: String, _ text: JSONPart) {
        var (enabled, variant) = (false, FlagValue.null)
        // Of two members with the same name the last counts; either spelling of the impression member is enough.
        var impressions = [false, false]
        let isWhole = text.forEachMember(of: Self.members) { number, member in
            switch number {
            case 0: enabled = member == true
            case 1, 2: impressions[number - 1] = member == true
            default: variant = member
            }
        }
        guard isWhole else { return nil }
        var ignored = FindingList()
        self.init(
            name: name, isEnabled: enabled, impressionData: impressions.contains(true),
            variant: Variant(variant, of: name, at: [], &ignored), json: .null)
    }

    private static let members = JSONShape(
        ["enabled", "impressionData", "impression_data", "variant"].map { JSONShape.Member($0, []) })
}

extension UnleashToggle.Variant {
    fileprivate init?(_ json: FlagValue, of toggle: String, at path: [String], _ findings: inout FindingList) {
        if json.isNull { return nil }
        let consequence = "The variant has no name; the toggle is served without it."
        guard let name = findings.required("name", of: json, toggle, at: path, orElse: consequence) else { return nil }
        self.name = name
        isEnabled = findings.optional(Bool.self, "enabled", of: json, toggle, at: path) ?? false
        payload = UnleashToggle.Payload(json["payload"] ?? .null, of: toggle, at: path + ["payload"], &findings)
    }
}

extension UnleashToggle.Payload {
    init?(_ json: FlagValue, of toggle: String, at path: [String], _ findings: inout FindingList) {
        if json.isNull { return nil }
        let consequence = "The payload has no value; the variant is served without it."
        guard let value = findings.required("value", of: json, toggle, at: path, orElse: consequence) else {
            return nil
        }
        self.value = value
        type = findings.optional(String.self, "type", of: json, toggle, at: path) ?? "string"
    }

    /// The payload as a flag value: JSON and numbers are parsed, everything else is a text.
    func flagValue(of toggle: String, at path: [String], _ findings: inout FindingList) -> FlagValue {
        guard type == "json" || type == "number" else { return .string(value) }
        if let parsed = try? JSONReader().read(value), type == "json" || Double(flagValue: parsed) != nil {
            return parsed
        }
        findings.add(
            toggle, at: path + ["value"],
            "The payload is not the \(type) that its type says; it is served as a string.",
            suggestion: "Fix the value, or set the type to \"string\".")
        return .string(value)
    }
}

// MARK: - As a flag

extension UnleashToggle {
    /// The toggle as a neutral flag: whether it is on is the value, the variant's payload the second facet.
    ///
    /// A toggle that is off has no variant, whatever the response says (the rule of Unleash's Android client).
    package func flag(origin: Origin, at path: [String], _ findings: inout FindingList) -> Flag {
        let active = activeVariant
        let payload = active?.payload?.flagValue(of: name, at: path + ["variant", "payload"], &findings)
        return Flag(
            name, .bool(isEnabled), variantValue: payload ?? .null, variant: active?.name,
            reason: isEnabled ? .unknown : .disabled, origin: origin, reporting: impressionData ? .each : [],
            vendor: json)
    }

    /// The toggle as a neutral flag, for a toggle of the usual shape that was read from a text.
    func flag(origin: Origin, from text: JSONPart) -> Flag {
        let active = activeVariant
        return Flag(
            name, .bool(isEnabled), variantValue: active?.payload.map { .string($0.value) } ?? .null,
            variant: active?.name, version: nil, reason: isEnabled ? .unknown : .disabled, origin: origin,
            reporting: impressionData ? .each : [],
            details: FlagSource(text) { FlagDetails(metadata: [:], vendor: $0) })
    }

    private var activeVariant: Variant? { variant.flatMap { isEnabled && $0.isEnabled ? $0 : nil } }
}
