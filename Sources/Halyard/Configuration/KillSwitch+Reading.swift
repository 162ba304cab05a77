// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Here because a document is read like a configuration: all errors are found in one pass, each with its place.
extension KillSwitch {
    /// A file.
    ///
    /// Costs disk access when a client is made; later it is only read when its modification time, size or inode changed,
    /// off the cooperative thread pool.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - refresh: How often to check the file, at least 1 s.
    ///   - files: The file system.
    public static func file(
        _ path: String, refresh: Duration = .seconds(60), files: any FileSystem = LocalFileSystem()
    ) -> KillSwitch {
        KillSwitch(place: .file(path, files), refresh: refresh, read: KillSwitchDocument.init(_:file:at:))
    }

    /// A URL; each request may take 10 s, and the document may have 1 MiB.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - refresh: How often to request the document, at least 1 s.
    ///   - fetcher: Fetches the document.
    public static func url(
        _ url: String, refresh: Duration = .seconds(60), fetcher: DocumentFetcher
    ) -> KillSwitch {
        KillSwitch(place: .url(url, fetcher), refresh: refresh, read: KillSwitchDocument.init(_:file:at:))
    }
}

extension KillSwitchDocument {
    /// Reads a document; it is applied as a whole, or not at all.
    ///
    /// - Throws: Everything that is wrong, each with its place and a suggestion.
    init(_ bytes: [UInt8], file: String, at now: Instant) throws(ConfigurationError) {
        let load = ConfigurationLoad(file: file, bytes: bytes, followsReferences: false)
        let settings = SettingsReader(try load.json(maximumBytes: Self.maximumBytes), name: "killSwitch", load: load)
        _ = settings.value("$schema")
        settings.checkForm()
        let expires = settings.expiry(at: now)
        let note = settings.string("note")
        let values = settings.values("flags", example: "{\"checkout\": false}")
        settings.require("flags", "an object of values by flag name")
        settings.finish()
        guard let expires, load.isClean else { throw ConfigurationError(findings: load.findings) }
        self.init(expires: expires, note: note, values: values)
    }
}

extension SettingsReader {
    fileprivate func checkForm() {
        guard let form = value("killSwitch") else { return require("killSwitch", "\"killSwitch\": 1") }
        if form != 1 {
            addError(
                "killSwitch", "Expected form 1, found \(Self.shown(form)).",
                suggestion: "Write 1, or use a release of Halyard that knows the other form.")
        }
    }

    fileprivate func expiry(at now: Instant) -> Instant? {
        let example = "\"expires\": \"2026-12-01T00:00:00Z\", at most 30 days ahead"
        require("expires", example)
        guard let text = string("expires") else { return nil }
        guard let moment = Instant(rfc3339: text) else {
            addError("expires", "\(FlagValue.string(text)) is no moment of time.", suggestion: "Write \(example).")
            return nil
        }
        guard moment - now <= KillSwitch.longestLife else {
            addError(
                "expires", "The kill switch would hold until \(moment), more than 30 days from now.",
                suggestion: "Write a moment at most 30 days ahead, and renew it while it is needed.")
            return nil
        }
        return moment
    }
}
