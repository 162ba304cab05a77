// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The format of LaunchDarkly's client, such as `{"type": "httpError", "payload": 404}`.
extension ConnectionInformation.LastConnectionFailureReason: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, payload
    }

    /// Decodes a value from ``encode(to:)``, with ``none`` for an unknown type.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try members.decode(String.self, forKey: .type) {
            case "unauthorized": .unauthorized
            case "httpError": .httpError(try members.decode(Int.self, forKey: .payload))
            case "unknownError": .unknownError(try members.decode(String.self, forKey: .payload))
            default: .none
            }
    }

    /// Encodes the case and its payload.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .unauthorized: try members.encode("unauthorized", forKey: .type)
        case .httpError(let status):
            try members.encode("httpError", forKey: .type)
            try members.encode(status, forKey: .payload)
        case .unknownError(let message):
            try members.encode("unknownError", forKey: .type)
            try members.encode(message, forKey: .payload)
        case .none: try members.encode("none", forKey: .type)
        }
    }
}
