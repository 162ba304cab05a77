// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// `{"type": "httpError", "payload": 404}`, as LaunchDarkly's own client writes it.
extension ConnectionInformation.LastConnectionFailureReason: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, payload
    }

    /// Reads what ``encode(to:)`` writes; an unknown type is ``none``.
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

    /// Writes the case and its payload.
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
