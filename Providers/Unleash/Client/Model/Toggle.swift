// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One flag as Unleash's Frontend API represents it.
public struct Toggle: Codable, Equatable, Hashable, Sendable {
    /// The name.
    public var name: String
    /// Whether the flag is on.
    public var enabled: Bool
    /// Whether each read produces an ``ImpressionEvent``.
    public var impressionData: Bool
    /// The variant; nil for none.
    public var variant: Variant?

    /// Makes a flag.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - enabled: Whether it is on.
    ///   - impressionData: Whether each read produces an ``ImpressionEvent``.
    ///   - variant: The variant.
    public init(name: String, enabled: Bool, impressionData: Bool = false, variant: Variant? = nil) {
        self.name = name
        self.enabled = enabled
        self.impressionData = impressionData
        self.variant = variant
    }

    enum CodingKeys: String, CodingKey {
        case name, enabled, impressionData, variant
    }

    /// Decodes a flag; everything but the name and `enabled` may be missing.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        enabled = try members.decode(Bool.self, forKey: .enabled)
        impressionData = try members.decodeIfPresent(Bool.self, forKey: .impressionData) ?? false
        variant = try members.decodeIfPresent(Variant.self, forKey: .variant)
    }
}

extension Toggle {
    /// A flag with its variant as the service sent it.
    init(_ flag: EvaluatedFlag) {
        self.init(
            name: flag.key, enabled: flag.value == .bool(true), impressionData: flag.reporting.contains(.each),
            variant: flag.vendor["variant"].flatMap { Variant(json: $0) })
    }

    var json: FlagValue {
        var members: [String: FlagValue] = [
            "name": .string(name), "enabled": .bool(enabled), "impressionData": .bool(impressionData),
        ]
        members["variant"] = variant?.json
        return .object(members)
    }
}
