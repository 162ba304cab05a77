// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension BootstrapFormat {
    /// The flags of one user in the format of LaunchDarkly's mobile service: `{"new-nav": {"value": true, "version": 41}}`.
    ///
    /// Unreadable flags are skipped and reported.
    public static let launchDarkly = BootstrapFormat(
        name: "launchdarkly", shape: #"{"<key>": {"value": <value>, "version": <number>, …}, …}"#,
        recognizes: { document in
            guard case .object(let members) = document, members["$flagsState"] == nil else { return false }
            if members.isEmpty { return true }
            // The plain format can contain a flag named "version". A flag that is itself named "flags" also has a value.
            if let only = members["flags"], members.keys.allSatisfy({ ["flags", "version", "$schema"].contains($0) }) {
                return only["version"] != nil && only["value"] != nil
            }
            return members.values.contains { $0["version"] != nil || $0["value"] != nil }
        },
        read: { document, origin in
            guard case .object(let members) = document else { return Contents(flags: []) }
            var diagnostics = DiagnosticCollector()
            let flags = members.sorted(by: \.key).compactMap { key, member in
                LaunchDarklyFlag(key, LaunchDarklyFlag.withoutKey(member), at: [key], &diagnostics)?.flag(
                    origin: origin)
            }
            return Contents(flags: flags, diagnostics: diagnostics.diagnostics)
        },
        decode: { bytes, origin in LaunchDarklyPayload.table(of: bytes, origin: origin) })

    /// The object that LaunchDarkly's server SDKs create for bootstrapping a client.
    ///
    /// It contains plain values by key, and all other data under `$flagsState`. An object with `"$valid": false` was created
    /// before its server SDK was initialized, which is reported.
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
            var diagnostics = DiagnosticCollector()
            if members["$valid"] == false {
                diagnostics.add(
                    nil, at: ["$valid"], "The flags were exported before the server SDK was initialized.",
                    suggestion: "Export them again after the server SDK is initialized.")
            }
            for key in facts.keys.sorted(by: \.self) where members[key] == nil {
                diagnostics.add(
                    key, at: ["$flagsState", key], "Skipped a flag that has metadata but no value.",
                    suggestion: "Add its value at the top level.")
            }
            let flags = members.filter { !$0.key.hasPrefix("$") }.sorted(by: \.key).map { key, value in
                LaunchDarklyFlag(key, value: value, facts: facts[key] ?? .null, at: ["$flagsState", key], &diagnostics)
                    .flag(origin: origin)
            }
            return Contents(flags: flags, diagnostics: diagnostics.diagnostics)
        })
}

extension BootstrapFormat {
    /// The format of the rules that LaunchDarkly sends to servers.
    ///
    /// For example: `{"flags": {"new-nav": {"on": true, "variations": […], …}}, "segments": {}}`. The flags are evaluated for each
    /// context. Unreadable flags are skipped and reported.
    public static let launchDarklyLocal = BootstrapFormat(
        name: "launchdarkly-local",
        shape: #"{"flags": {"<key>": {"on": <boolean>, "variations": [<value>, …], …}, …}, "segments": {…}}"#,
        recognizes: { document in
            guard case .object(let flags)? = document["flags"] else { return false }
            if case .object? = document["segments"] { return true }
            // A plain document can contain objects.
            return !flags.isEmpty && flags.values.allSatisfy(isLocalFlag)
        },
        compile: { document, origin, earlier in
            let known = document.bytes.map { LocalChanges($0) }
            guard let changes = known ?? LocalChanges(document.value) else { return nil }
            var book = (earlier as? LaunchDarklyRules)?.book ?? LaunchDarklyRuleBook(origin: origin)
            var contents = Contents(flags: [])
            contents.diagnostics = book.apply(changes)
            let rules = LaunchDarklyRules(book, mapper: localMapper)
            contents.rules = rules
            // The data is for a LaunchDarkly provider, which uses the app's settings.
            contents.providerData = rules.providerData
            return contents
        })

    private static func isLocalFlag(_ flag: FlagValue) -> Bool {
        switch (flag["variations"], flag["on"], flag["fallthrough"]) {
        case (.array?, .bool?, _), (.array?, _, .object?): true
        default: false
        }
    }

    /// The mapper of all files, so that contexts without a key have the same position in all versions of a file.
    private static let localMapper = LaunchDarklyContextMapper()
}
