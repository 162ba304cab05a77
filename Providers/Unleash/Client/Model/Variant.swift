// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The variant of a flag for a context.
public struct Variant: Codable, Equatable, Hashable, Sendable {
    /// The name, or `disabled` if there is no variant.
    public var name: String
    /// A Boolean value that indicates whether there is a variant.
    public var enabled: Bool
    /// A Boolean value that indicates whether the flag is on, or `nil` if it's unknown.
    public var featureEnabled: Bool?
    /// The payload of the variant.
    public var payload: Payload?

    /// Creates a variant.
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
    /// Returns the variant for a flag without a variant.
    static func disabled(featureEnabled: Bool) -> Variant {
        Variant(name: "disabled", enabled: false, featureEnabled: featureEnabled)
    }

    /// Creates the served variant of a flag.
    ///
    /// The flag determines `featureEnabled`, because Unleash Edge doesn't include it in the variant.
    init(_ flag: EvaluatedFlag?) {
        let isOn = flag?.value == .bool(true)
        if let flag, let name = flag.variant {
            self.init(
                name: name, enabled: true, featureEnabled: isOn, payload: Payload(flag.vendor["variant"]?["payload"]))
        } else {
            self = Variant.served(flag?.vendor["variant"].flatMap { Variant(json: $0) }, featureEnabled: isOn)
        }
    }

    /// Returns the variant of a flag, or the disabled variant if the variant is enabled and the flag is off.
    static func served(_ variant: Variant?, featureEnabled isOn: Bool) -> Variant {
        guard var variant, isOn || !variant.enabled else { return .disabled(featureEnabled: isOn) }
        variant.featureEnabled = isOn
        return variant
    }

    /// Creates a variant from the service's JSON, or returns `nil` if it has no name.
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
