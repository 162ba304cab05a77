// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What lies on top of a client's provider, as members of the client: `overrides`, `killSwitch`.
extension SettingsReader {
    /// `{"arguments": true, "environment": true, "file": "overrides.json", "refresh": "2s", "inRelease": false}`.
    func asOverrides() -> OverrideOptions {
        var options = OverrideOptions(
            arguments: bool("arguments", "Whether the command line forces values.", default: false),
            environment: bool("environment", "Whether environment variables force values.", default: false),
            file: path("file", "A file with forced values."),
            refresh: duration(
                "refresh", "How often to look whether the file has changed; without it, never.",
                in: .seconds(1) ... .seconds(86_400)),
            allowedInRelease: bool("inRelease", "Whether release builds obey, too.", default: false))
        options.host = host
        if options.refresh != nil, value("file") == nil {
            addWarning("refresh", "There is no file to look at.", suggestion: "Add \"file\", or leave \"refresh\" out.")
        }
        return options
    }

    /// A path, or an object with `file` or `url`, and `refresh`; nil when it is absent, or wrong, which is recorded.
    func killSwitch() -> KillSwitch? {
        if let value = value("killSwitch") { load.depend(on: value) }
        return object(
            "killSwitch", "A document whose values lie on top of every provider: a path, or an object.",
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
                "url", "A kill switch is in a file or at a URL, not both.", suggestion: "Leave \"file\" or \"url\" out."
            )
        case (nil, nil):
            if value("file") == nil, value("url") == nil, isUsable {
                addError(nil, "The kill switch has no source.", suggestion: "Add \"file\" or \"url\".")
            }
        }
        return nil
    }

    var killSwitchRefresh: Duration {
        duration(
            "refresh", "How often to look whether the document has changed.", default: .seconds(60),
            in: .seconds(1) ... .seconds(86_400))
    }

    private func fetcher(for url: Text) -> DocumentFetcher? {
        let fetchers = load.registry.module.fetchers
        if let fetcher = fetchers.first(where: { url.value.hasPrefix($0.name + "://") }) {
            return (load.document ?? self).make(fetcher)
        }
        let known = fetchers.map(\.name).sorted().map { "\"\($0)://\"" }.joined(separator: ", ")
        addError(
            "url", "Nothing here gets a document from \(url.shown).",
            suggestion: known.isEmpty
                ? "Hand the client a module that does, such as a vendor's, or write \"file\"."
                : "Write a URL that begins with one of \(known).")
        return nil
    }
}
