// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension BootstrapFormat {
    /// A response of Unleash's Frontend API: `{"toggles": [{"name": "new-nav", "enabled": true, "variant": {…}}]}`.
    ///
    /// A toggle that cannot be read is skipped and reported. Of two toggles with the same name the first counts.
    public static let unleash = BootstrapFormat(
        name: "unleash", shape: #"{"toggles": [{"name": "<key>", "enabled": <boolean>, …}, …]}"#,
        recognise: { document in
            if case .array? = document["toggles"] { true } else { false }
        },
        read: { document, origin in
            guard var payload = UnleashPayload(document) else { return Contents(flags: []) }
            let flags = payload.flags(origin: origin)
            return Contents(flags: flags, findings: payload.findings.findings)
        },
        index: { bytes, origin in UnleashPayload.table(of: bytes, origin: origin, reusing: FlagTable()) })
}
