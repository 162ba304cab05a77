// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The settings of the layers above a client's provider: `overrides` and `killSwitch`.
extension SettingsReader {
    /// Reads override options.
    ///
    /// Example: `{"arguments": true, "environment": true, "file": "overrides.json", "refresh": "2s", "inRelease": false}`.
    func asOverrides() -> OverrideOptions {
        var options = OverrideOptions(
            arguments: bool("arguments", "Reads overrides from the command line.", default: false),
            environment: bool("environment", "Reads overrides from environment variables.", default: false),
            file: path("file", "File with overrides."),
            refresh: duration(
                "refresh", "Interval between checks of the file for changes (default: no checks).",
                in: .seconds(1) ... .seconds(86_400)),
            allowedInRelease: bool("inRelease", "Also applies overrides in release builds.", default: false))
        options.host = host
        if options.refresh != nil, value("file") == nil {
            addWarning(
                "refresh", "\"refresh\" has no effect without a file.",
                suggestion: "Add \"file\", or remove \"refresh\".")
        }
        return options
    }

    /// Reads the kill switch: a path, or an object with `file` or `url`, and `refresh`.
    ///
    /// Returns `nil` if it is missing or invalid, which is recorded as an error.
    func killSwitch() -> KillSwitch? {
        if let value = value("killSwitch") { builder.depend(on: value) }
        return object(
            "killSwitch", "Kill switch document, whose values override every provider: a path, or an object.",
            shorthand: "file", schema: SettingsForm.definition("killSwitch")
        )?.asKillSwitch()
    }

    private func asKillSwitch() -> KillSwitch? {
        let refresh = killSwitchRefresh
        let file = path("file")
        let url = text("url")
        switch (file, url) {
        case (let file?, nil):
            checkKillSwitch(file)
            return .file(file, refresh: refresh, files: host.files)
        case (nil, let url?):
            return fetcher(for: url).map { .url(url.value, refresh: refresh, fetcher: $0) }
        case (.some, .some):
            addError(
                "url", "A kill switch can't have both \"file\" and \"url\".", suggestion: "Remove \"file\" or \"url\"."
            )
        case (nil, nil):
            if value("file") == nil, value("url") == nil, isUsable {
                addError(nil, "Missing source of the kill switch.", suggestion: "Add \"file\" or \"url\".")
            }
        }
        return nil
    }

    var killSwitchRefresh: Duration {
        duration(
            "refresh", "Interval between checks of the document for changes.", default: .seconds(60),
            in: .seconds(1) ... .seconds(86_400))
    }

    private func fetcher(for url: Text) -> DocumentFetcher? {
        let fetchers = builder.registry.module.fetchers
        if let fetcher = fetchers.first(where: { url.value.hasPrefix($0.name + "://") }) {
            return (builder.document ?? self).make(fetcher)
        }
        let known = fetchers.map(\.name).sorted().map { "\"\($0)://\"" }.joined(separator: ", ")
        addError(
            "url", "Unsupported URL for a kill switch: \(url.shown).",
            suggestion: known.isEmpty
                ? "Pass a vendor's module to the client, or use \"file\"."
                : "Use a URL that starts with one of \(known).")
        return nil
    }
}
