// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HTTPTypes
import Hummingbird

/// The route of OpenFeature's manifest sync, for `openfeature pull --provider-url http://127.0.0.1:8765`.
enum ManifestRoutes {
    static func add(to router: Router<ServerContext>, service: FlagService) {
        router.get("openfeature/v0/manifest") { _, _ in
            let flags = try service.answer(for: service.client.state.context).flags
            var response = Response.json(["flags": .array(flags.compactMap(\.manifestEntry))])
            if let field = HTTPField.Name("X-Manifest-Capabilities") { response.headers[field] = "read" }
            return response
        }
    }
}

extension ServedFlag {
    /// The flag as a manifest entry with its value as the default value, or `nil` if it has an array or no value.
    fileprivate var manifestEntry: FlagValue? {
        let type: FlagValue
        switch value {
        case .bool: type = "boolean"
        case .int: type = "integer"
        case .double: type = "float"
        case .string: type = "string"
        case .object: type = "object"
        case .null, .array: return nil
        }
        var entry: [String: FlagValue] = ["key": .string(key), "type": type, "defaultValue": value]
        if case .string? = metadata["description"] { entry["description"] = metadata["description"] }
        return .object(entry)
    }
}
