// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension BootstrapFormat {
    /// What ``RecordedProvider`` writes: `{"recording": 1, "provider": "unleash", "flags": {"new-nav": {"value": true}}}`.
    ///
    /// Variants, reasons, versions and metadata are those of the recorded flags.
    public static let recording = BootstrapFormat(
        name: "recording", shape: #"{"recording": 1, "flags": {"<key>": {"value": <value>, …}, …}}"#,
        recognise: { document in
            guard case .object? = document["flags"], case .int? = document["recording"] else { return false }
            return true
        },
        read: { document, origin in
            guard document["recording"] == 1 else {
                return Contents(
                    flags: [],
                    findings: [
                        Diagnostic(
                            "recordingVersion", .error, location: .init(pointer: "/recording"),
                            "The recording is of a version that is unknown here.",
                            suggestion: "Record it anew, or use a later release of Halyard.")
                    ])
            }
            guard case .object(let stored)? = document["flags"] else { return Contents(flags: []) }
            var findings = FindingList()
            let flags = stored.keys.sorted().compactMap { key -> Flag? in
                if let flag = Flag(key, stored: stored[key] ?? .null, origin: origin) { return flag }
                findings.add(
                    key, at: ["flags", key], "The recorded flag has no value; it was skipped.",
                    suggestion: "Write {\"value\": …}.")
                return nil
            }
            return Contents(
                flags: flags, findings: findings.findings, absence: document["absence"] == "off" ? .off : .unknown)
        })

    /// A snapshot as a document of this format.
    static func recording(of snapshot: FlagSnapshot, provider: String, at moment: Instant) -> FlagValue {
        var members: [String: FlagValue] = [
            "recording": 1, "provider": .string(provider), "recordedAt": .string(moment.description),
            "flags": snapshot.table.stored,
        ]
        if snapshot.absence == .off { members["absence"] = "off" }
        return .object(members)
    }
}
