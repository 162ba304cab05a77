// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest

extension JSONNode {
    /// Creates a flag's value as manifests contain it.
    ///
    /// The properties of objects are sorted by name.
    init(flagValue value: FlagValue) {
        switch value {
        case .null: self.init(.null)
        case .bool(let value): self.init(.bool(value))
        case .int, .double: self.init(.number(JSONWriter.text(value)))
        case .string(let text): self.init(.string(text))
        case .array(let elements): self.init(.array(elements.map { JSONNode(flagValue: $0) }))
        case .object(let members):
            self.init(
                .object(
                    members.sorted(by: \.key).map { Member($0.key, JSONNode(flagValue: $0.value).content) }))
        }
    }
}
