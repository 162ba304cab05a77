// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

extension BootstrapFormat {
    /// Creates the format of an OpenFeature flag manifest, whose default values are served.
    ///
    /// Example: `{"flags": {"new-nav": {"flagType": "boolean", "defaultValue": false}}}`. If an entry is invalid, the flags of the
    /// last valid manifest remain.
    static func manifest() -> BootstrapFormat {
        let whole = LastManifest()
        return BootstrapFormat(
            name: "manifest", shape: #"{"flags": {"<key>": {"flagType": "<type>", "defaultValue": <value>}, …}}"#,
            recognizes: isManifest, read: { whole.contents(of: $0, origin: $1) })
    }

    /// Returns a Boolean value that indicates whether at least one entry of a document has a type.
    ///
    /// This is also true for a manifest that is still being edited.
    static func isManifest(_ document: FlagValue) -> Bool {
        guard case .object(let flags)? = document["flags"] else { return false }
        return flags.values.contains { entry in
            if case .string? = entry["flagType"] { true } else { false }
        }
    }
}

/// The flags of the last valid manifest.
private final class LastManifest: Sendable {
    private let flags = Mutex<[EvaluatedFlag]?>(nil)

    /// Returns the flags of a manifest, or the flags of the last valid manifest if an entry is invalid.
    func contents(of document: FlagValue, origin: Origin) -> BootstrapFormat.Contents {
        guard case .object(let entries)? = document["flags"] else { return .init(flags: []) }
        var diagnostics = DiagnosticCollector()
        let read = entries.sorted { $0.key < $1.key }.compactMap { key, entry in
            entry.manifestFlag(key, origin: origin, &diagnostics)
        }
        if !diagnostics.diagnostics.isEmpty {
            return .init(flags: flags.withLock { $0 } ?? read, diagnostics: diagnostics.diagnostics)
        }
        flags.withLock { $0 = read }
        return .init(flags: read)
    }
}

extension FlagValue {
    private static let manifestTypes = #""boolean", "integer", "float", "string", or "object""#

    /// Returns the flag of a manifest entry, or adds a diagnostic and returns `nil` if the entry is invalid.
    fileprivate func manifestFlag(_ key: String, origin: Origin, _ diagnostics: inout DiagnosticCollector)
        -> EvaluatedFlag?
    {
        let path = ["flags", key]
        guard case .string(let type)? = self["flagType"] else {
            diagnostics.add(
                key, at: path, "Missing flag type.", suggestion: "Add \"flagType\": \(Self.manifestTypes).")
            return nil
        }
        guard ["boolean", "integer", "float", "string", "object"].contains(type) else {
            diagnostics.add(
                key, at: path + ["flagType"], "Unknown flag type \"\(type)\".",
                suggestion: "Use \(Self.manifestTypes).")
            return nil
        }
        guard let value = self["defaultValue"] else {
            diagnostics.add(
                key, at: path, "Missing default value.", suggestion: "Add \"defaultValue\": … of type \(type).")
            return nil
        }
        guard value.isOfManifestType(type) else {
            diagnostics.add(
                key, at: path + ["defaultValue"], "The default value isn't of type \(type).",
                suggestion: "Use a value of type \(type), or change \"flagType\".")
            return nil
        }
        return EvaluatedFlag(key, value, metadata: manifestMetadata, origin: origin)
    }

    private func isOfManifestType(_ type: String) -> Bool {
        switch (type, self) {
        case ("boolean", .bool), ("integer", .int), ("float", .int), ("float", .double), ("string", .string),
            ("object", .object):
            true
        case ("integer", .double(let number)): number == number.rounded()
        default: false
        }
    }

    /// The metadata and description of a manifest entry, limited to Booleans, numbers, and strings.
    private var manifestMetadata: [String: FlagValue] {
        var metadata: [String: FlagValue] = [:]
        if case .object(let members)? = self["metadata"] { metadata = members }
        metadata["description"] = self["description"]
        return metadata.filter(\.value.isScalar)
    }
}
