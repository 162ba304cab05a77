// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension BootstrapFormat {
    /// OpenFeature's flag manifest: `{"flags": {"new-nav": {"flagType": "boolean", "defaultValue": false}}}`; the default values
    /// are served.
    static let manifest = BootstrapFormat(
        name: "manifest", shape: #"{"flags": {"<key>": {"flagType": "<type>", "defaultValue": <value>}, …}}"#,
        recognise: { document in
            guard case .object(let flags)? = document["flags"], !flags.isEmpty else { return false }
            return flags.values.allSatisfy { flag in
                if case .string? = flag["flagType"] { true } else { false }
            }
        },
        read: { document, origin in
            guard case .object(let flags)? = document["flags"] else { return Contents(flags: []) }
            return Contents(
                flags: flags.map { key, flag in
                    Flag(key, flag["defaultValue"] ?? .null, metadata: flag.manifestMetadata, origin: origin)
                })
        })
}

extension FlagValue {
    /// What a flag's entry in a manifest says beside its type and its default, as far as it is a Boolean, a number or a string.
    fileprivate var manifestMetadata: [String: FlagValue] {
        var metadata: [String: FlagValue] = [:]
        if case .object(let members)? = self["metadata"] { metadata = members }
        metadata["description"] = self["description"]
        return metadata.filter(\.value.isScalar)
    }
}
