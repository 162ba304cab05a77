// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The variant of a flag that is served for a context.
public struct Variant: Codable, Equatable, Hashable, Sendable {
    /// The name; `disabled` for no variant.
    public var name: String
    /// Whether there is a variant.
    public var enabled: Bool
    /// Whether the flag is on; nil when unknown.
    public var featureEnabled: Bool?
    /// The payload of the variant.
    public var payload: Payload?

    /// Makes a variant.
    public init(name: String, enabled: Bool, featureEnabled: Bool? = nil, payload: Payload? = nil) {
        self.name = name
        self.enabled = enabled
        self.featureEnabled = featureEnabled
        self.payload = payload
    }

    enum CodingKeys: String, CodingKey {
        case name, enabled
        case featureEnabled = "feature_enabled"
        case payload
    }
}

extension Variant {
    /// The variant that is returned when there is none.
    static func disabled(featureEnabled: Bool) -> Variant {
        Variant(name: "disabled", enabled: false, featureEnabled: featureEnabled)
    }

    /// The variant that is served for a flag; whether the flag is on comes from the flag, because Unleash Edge does not
    /// include it in the variant.
    init(_ flag: EvaluatedFlag?) {
        let isOn = flag?.value == .bool(true)
        if let flag, let name = flag.variant {
            self.init(
                name: name, enabled: true, featureEnabled: isOn, payload: Payload(flag.vendor["variant"]?["payload"]))
        } else {
            self = Variant.served(flag?.vendor["variant"].flatMap { Variant(json: $0) }, featureEnabled: isOn)
        }
    }

    /// Returns the variant of a flag, or the disabled one if the variant is enabled and the flag is off.
    static func served(_ variant: Variant?, featureEnabled isOn: Bool) -> Variant {
        guard var variant, isOn || !variant.enabled else { return .disabled(featureEnabled: isOn) }
        variant.featureEnabled = isOn
        return variant
    }

    /// A variant as the service sent it; nil for one without a name.
    init?(json: FlagValue) {
        guard case .string(let name)? = json["name"] else { return nil }
        let featureEnabled: Bool? = if case .bool(let isOn)? = json["feature_enabled"] { isOn } else { nil }
        self.init(
            name: name, enabled: json["enabled"] == true, featureEnabled: featureEnabled,
            payload: Payload(json["payload"]))
    }

    var json: FlagValue {
        var members: [String: FlagValue] = ["name": .string(name), "enabled": .bool(enabled)]
        members["feature_enabled"] = featureEnabled.map(FlagValue.bool)
        members["payload"] = payload?.json
        return .object(members)
    }
}
