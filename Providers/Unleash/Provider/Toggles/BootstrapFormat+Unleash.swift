// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension BootstrapFormat {
    /// A response of Unleash's Frontend API: `{"toggles": [{"name": "new-nav", "enabled": true, "variant": {…}}]}`.
    ///
    /// A toggle that cannot be read is skipped and reported. Of two toggles with one name the first counts.
    public static let unleash = BootstrapFormat(
        name: "unleash", shape: #"{"toggles": [{"name": "<key>", "enabled": <boolean>, …}, …]}"#,
        recognise: { document in
            if case .array? = document["toggles"] { true } else { false }
        },
        read: { document, origin in
            guard case .array(let elements)? = document["toggles"] else { return Contents(flags: []) }
            var findings = FindingList()
            var flags: [Flag] = []
            var names: Set<String> = []
            for (index, element) in elements.enumerated() {
                let path = ["toggles", String(index)]
                guard let toggle = UnleashToggle(element, at: path, &findings) else { continue }
                guard names.insert(toggle.name).inserted else {
                    findings.add(
                        toggle.name, at: path, "A toggle of this name stands further up; this one was skipped.",
                        mend: "Remove one of them.")
                    continue
                }
                flags.append(toggle.flag(origin: origin, at: path, &findings))
            }
            return Contents(flags: flags, findings: findings.findings)
        })
}

extension ProviderModule {
    /// What Unleash-style support brings along: its bootstrap format.
    public static let unleash = ProviderModule(formats: [.unleash])
}
