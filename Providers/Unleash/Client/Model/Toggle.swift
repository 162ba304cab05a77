// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A flag, as Unleash's Frontend API represents it.
public struct Toggle: Codable, Equatable, Hashable, Sendable {
    /// The name of the flag.
    public var name: String
    /// A Boolean value that indicates whether the flag is on.
    public var enabled: Bool
    /// A Boolean value that indicates whether each read causes an ``ImpressionEvent``.
    public var impressionData: Bool
    /// The variant, or `nil` if there is none.
    public var variant: Variant?

    /// Creates a flag.
    ///
    /// - Parameters:
    ///   - name: The name of the flag.
    ///   - enabled: A Boolean value that indicates whether the flag is on.
    ///   - impressionData: A Boolean value that indicates whether each read causes an ``ImpressionEvent``.
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

    /// Decodes a flag, in which only the name and `enabled` are required.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        enabled = try members.decode(Bool.self, forKey: .enabled)
        impressionData = try members.decodeIfPresent(Bool.self, forKey: .impressionData) ?? false
        variant = try members.decodeIfPresent(Variant.self, forKey: .variant)
    }
}

extension Toggle {
    /// Creates a flag with the variant that the service sent.
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
