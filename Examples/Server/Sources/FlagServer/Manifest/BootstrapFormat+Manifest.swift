// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

extension BootstrapFormat {
    /// Makes the format of OpenFeature's flag manifest:
    /// `{"flags": {"new-nav": {"flagType": "boolean", "defaultValue": false}}}`; the default values are served.
    ///
    /// A manifest with a broken entry leaves the flags of the last whole one in place.
    static func manifest() -> BootstrapFormat {
        let whole = LastManifest()
        return BootstrapFormat(
            name: "manifest", shape: #"{"flags": {"<key>": {"flagType": "<type>", "defaultValue": <value>}, …}}"#,
            recognizes: isManifest, read: { whole.contents(of: $0, origin: $1) })
    }

    /// Whether a document is a manifest, or one that is being written: an entry of it has a type.
    static func isManifest(_ document: FlagValue) -> Bool {
        guard case .object(let flags)? = document["flags"] else { return false }
        return flags.values.contains { entry in
            if case .string? = entry["flagType"] { true } else { false }
        }
    }
}

/// The flags of the last manifest without a fault.
private final class LastManifest: Sendable {
    private let flags = Mutex<[EvaluatedFlag]?>(nil)

    /// The flags of a manifest; those of the last whole one, if there was one, when an entry is broken.
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
    private static let manifestTypes = #""boolean", "integer", "float", "string" or "object""#

    /// The flag of an entry in a manifest; nil for one without a type, or without a default of its type, which is recorded.
    fileprivate func manifestFlag(_ key: String, origin: Origin, _ diagnostics: inout DiagnosticCollector)
        -> EvaluatedFlag?
    {
        let path = ["flags", key]
        guard case .string(let type)? = self["flagType"] else {
            diagnostics.add(
                key, at: path, "The entry has no type.", suggestion: "Add \"flagType\": \(Self.manifestTypes).")
            return nil
        }
        guard ["boolean", "integer", "float", "string", "object"].contains(type) else {
            diagnostics.add(
                key, at: path + ["flagType"], "No type is named \"\(type)\".",
                suggestion: "Write \(Self.manifestTypes).")
            return nil
        }
        guard let value = self["defaultValue"] else {
            diagnostics.add(
                key, at: path, "The entry has no default.", suggestion: "Add \"defaultValue\": …, of type \(type).")
            return nil
        }
        guard value.isOfManifestType(type) else {
            diagnostics.add(
                key, at: path + ["defaultValue"], "The default is not of type \(type).",
                suggestion: "Write a default of type \(type), or change \"flagType\".")
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

    /// What a flag's entry in a manifest says beside its type and its default, as far as it is a Boolean, a number or a string.
    private var manifestMetadata: [String: FlagValue] {
        var metadata: [String: FlagValue] = [:]
        if case .object(let members)? = self["metadata"] { metadata = members }
        metadata["description"] = self["description"]
        return metadata.filter(\.value.isScalar)
    }
}
