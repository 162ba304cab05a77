// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension BootstrapFormat {
    /// The flags of one user as LaunchDarkly's mobile service sends them: `{"new-nav": {"value": true, "version": 41}}`.
    ///
    /// A flag that cannot be read is skipped and reported.
    public static let launchDarkly = BootstrapFormat(
        name: "launchdarkly", shape: #"{"<key>": {"value": <value>, "version": <number>, …}, …}"#,
        recognizes: { document in
            guard case .object(let members) = document, members["$flagsState"] == nil else { return false }
            if members.isEmpty { return true }
            // The plain form may hold a flag named "version"; a flag that is itself named "flags" has a value too.
            if let only = members["flags"], members.keys.allSatisfy({ ["flags", "version", "$schema"].contains($0) }) {
                return only["version"] != nil && only["value"] != nil
            }
            return members.values.contains { $0["version"] != nil || $0["value"] != nil }
        },
        read: { document, origin in
            guard case .object(let members) = document else { return Contents(flags: []) }
            var findings = DiagnosticCollector()
            let flags = members.sorted(by: \.key).compactMap { key, member in
                LaunchDarklyFlag(key, LaunchDarklyFlag.withoutKey(member), at: [key], &findings)?.flag(origin: origin)
            }
            return Contents(flags: flags, findings: findings.findings)
        },
        decode: { bytes, origin in LaunchDarklyPayload.table(of: bytes, origin: origin) })

    /// The object that LaunchDarkly's server SDKs make for bootstrapping a client: plain values by key, with the rest under
    /// `$flagsState`.
    ///
    /// An object that says `"$valid": false` was made before its server SDK was ready; that is reported.
    public static let launchDarklyFlagsState = BootstrapFormat(
        name: "launchdarkly-flags-state",
        shape: #"{"<key>": <value>, …, "$flagsState": {"<key>": {"version": <number>, …}, …}, "$valid": true}"#,
        recognizes: { document in
            if case .object? = document["$flagsState"] { true } else { false }
        },
        read: { document, origin in
            guard case .object(let members) = document, case .object(let facts)? = members["$flagsState"] else {
                return Contents(flags: [])
            }
            var findings = DiagnosticCollector()
            if members["$valid"] == false {
                findings.add(
                    nil, at: ["$valid"], "The object says that its values are not valid.",
                    suggestion: "Make it again once the server SDK has been initialised.")
            }
            for key in facts.keys.sorted(by: \.self) where members[key] == nil {
                findings.add(
                    key, at: ["$flagsState", key], "There are facts about this flag, but no value; it was skipped.",
                    suggestion: "Add its value at the top level.")
            }
            let flags = members.filter { !$0.key.hasPrefix("$") }.sorted(by: \.key).map { key, value in
                LaunchDarklyFlag(key, value: value, facts: facts[key] ?? .null, at: ["$flagsState", key], &findings)
                    .flag(origin: origin)
            }
            return Contents(flags: flags, findings: findings.findings)
        })
}
