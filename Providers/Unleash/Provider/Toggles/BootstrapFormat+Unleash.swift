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
        recognizes: { document in
            if case .array? = document["toggles"] { true } else { false }
        },
        read: { document, origin in
            guard var payload = UnleashPayload(document) else { return Contents(flags: []) }
            let flags = payload.flags(origin: origin)
            return Contents(flags: flags, findings: payload.findings.findings)
        },
        decode: { bytes, origin in UnleashPayload.table(of: bytes, origin: origin, reusing: FlagTable()) })
}

extension BootstrapFormat {
    /// What Unleash's server sends to servers: `{"features": [{"name": "new-nav", "enabled": true, "strategies": […]}]}`.
    ///
    /// The flags are decided for each context. What cannot be read is reported, and switches no flag on.
    public static let unleashLocal = BootstrapFormat(
        name: "unleash-local", shape: #"{"features": [{"name": "<key>", "enabled": <boolean>, …}, …]}"#,
        recognizes: { document in
            if case .array? = document["features"] { true } else { false }
        },
        read: { document, origin in
            var contents = Contents(flags: [])
            guard let changes = FeatureChanges(document) else { return contents }
            var book = RuleBook(.init(origin: origin, hostName: Platform.hostName))
            contents.findings = book.apply(changes)
            // What a provider of the vendor makes of it, who knows the app's settings.
            contents.providerData = document
            contents.rules = UnleashRules(
                book,
                .init(
                    mapper: UnleashContextMapper(appName: "halyard", environment: "default"), time: SystemTime(),
                    random: SystemRandom()))
            return contents
        })
}
