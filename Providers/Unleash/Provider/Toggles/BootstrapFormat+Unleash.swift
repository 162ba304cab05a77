// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension BootstrapFormat {
    /// The format of a response of the Unleash Frontend API.
    ///
    /// For example: `{"toggles": [{"name": "new-nav", "enabled": true, "variant": {…}}]}`. Unreadable toggles are skipped and
    /// reported. If two toggles have the same name, the first one counts.
    public static let unleash = BootstrapFormat(
        name: "unleash", shape: #"{"toggles": [{"name": "<key>", "enabled": <boolean>, …}, …]}"#,
        recognizes: { document in
            if case .array? = document["toggles"] { true } else { false }
        },
        read: { document, origin in
            guard var payload = UnleashPayload(document) else { return Contents(flags: []) }
            let flags = payload.flags(origin: origin)
            return Contents(flags: flags, diagnostics: payload.diagnostics.diagnostics)
        },
        decode: { bytes, origin in UnleashPayload.table(of: bytes, origin: origin, reusing: FlagTable()) })
}

extension BootstrapFormat {
    /// The format of the rules that the Unleash server sends to servers.
    ///
    /// For example: `{"features": [{"name": "new-nav", "enabled": true, "strategies": […]}]}`. The flags are evaluated for each
    /// context. Unreadable parts are reported, and don't turn any flag on.
    public static let unleashLocal = BootstrapFormat(
        name: "unleash-local", shape: #"{"features": [{"name": "<key>", "enabled": <boolean>, …}, …]}"#,
        recognizes: { document in
            if case .array? = document["features"] { true } else { false }
        },
        compile: { document, origin, _ in
            var contents = Contents(flags: [])
            guard let changes = FeatureChanges(document.value) else { return nil }
            var book = UnleashRuleBook(.init(origin: origin, hostName: Platform.hostName))
            contents.diagnostics = book.apply(changes)
            // The data is for an Unleash provider, which uses the app's settings.
            contents.providerData = document.value
            contents.rules = UnleashRules(
                book,
                .init(
                    mapper: UnleashContextMapper(appName: "halyard", environment: "default"), time: SystemTime(),
                    random: SystemRandom()))
            return contents
        })
}
