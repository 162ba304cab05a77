// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

// Responses that are only indexed: each flag is decoded when it is read.

extension UnleashPayload {
    /// The shape of a toggle that leads to no finding.
    static let shape = JSONShape(
        [
            JSONShape.Member("name", .word, isRequired: true),
            JSONShape.Member("enabled", .bool, isRequired: true),
            JSONShape.Member(
                "variant", .null,
                object: JSONShape([
                    JSONShape.Member("name", .string, isRequired: true),
                    JSONShape.Member("enabled", [.bool, .null]),
                    JSONShape.Member(
                        "payload", .null,
                        object: JSONShape([
                            JSONShape.Member("value", .string, isRequired: true),
                            // Payloads that are not plain text are decoded at once.
                            JSONShape.Member("type", [.word, .null], refusing: ["json", "number"]),
                        ])),
                ])),
        ], key: "name")

    private static let form = FlagForm("unleash") { name, text, origin in
        // Never nil: the text was checked when it was indexed.
        UnleashToggle(name, text)?.flag(origin: origin, from: text)
            ?? Flag(name, .null, reason: .error, origin: origin)
    }

    /// The flags of a response, and the problems with them; nil for bytes that are not a response.
    ///
    /// A flag that is equal to an earlier one is that flag, so that its counts continue.
    static func table(
        of bytes: [UInt8], origin: Origin, reusing earlier: FlagTable
    ) -> (table: FlagTable, findings: [Diagnostic])? {
        if let index = FlagIndex.elements(of: bytes, in: "toggles", shape) {
            return table(of: index, origin: origin, reusing: earlier)
        }
        guard let document = try? JSONReader().read(bytes), var payload = UnleashPayload(document) else { return nil }
        let flags = payload.flags(origin: origin, reusing: earlier)
        return (FlagTable(flags), payload.findings.findings)
    }

    private static func table(
        of index: FlagIndex, origin: Origin, reusing earlier: FlagTable
    ) -> (table: FlagTable, findings: [Diagnostic]) {
        var findings = FindingList()
        var update = TableUpdate(of: earlier, to: LazyFlags(index, form, origin: origin))
        let unusual = index.unusual.compactMap { row in
            let path = ["toggles", String(row)]
            return UnleashToggle(index.json(row), at: path, &findings).map { ($0, path) }
        }
        for (toggle, path) in unusual {
            if let flag = earlier[toggle.name], flag.vendor == toggle.json, flag.origin == origin {
                update.keep(flag)
            } else {
                update.add(toggle.flag(origin: origin, at: path, &findings))
            }
        }
        return (update.table { $0.vendor == $1 } ?? earlier, findings.findings)
    }
}
