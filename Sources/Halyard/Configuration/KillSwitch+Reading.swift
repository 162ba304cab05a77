// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// A document is read like a configuration: one pass finds all errors with their locations.
extension KillSwitch {
    /// Returns a kill switch in a file.
    ///
    /// A new client reads the file from disk. Later, the client reads it only if its modification time, size, or inode has changed,
    /// outside the cooperative thread pool.
    ///
    /// - Parameters:
    ///   - path: Path of the file.
    ///   - refresh: Interval between checks of the file, at least 1 s.
    ///   - files: File system.
    public static func file(
        _ path: String, refresh: Duration = .seconds(60), files: any FileSystem = LocalFileSystem()
    ) -> KillSwitch {
        KillSwitch(place: .file(path, files), refresh: refresh, read: KillSwitchDocument.init(_:file:at:))
    }

    /// Returns a kill switch at a URL.
    ///
    /// A request can take up to 10 s, and the document can have up to 1 MiB.
    ///
    /// - Parameters:
    ///   - url: URL of the document.
    ///   - refresh: Interval between requests, at least 1 s.
    ///   - fetcher: Fetcher that requests the document.
    public static func url(
        _ url: String, refresh: Duration = .seconds(60), fetcher: DocumentFetcher
    ) -> KillSwitch {
        KillSwitch(place: .url(url, fetcher), refresh: refresh, read: KillSwitchDocument.init(_:file:at:))
    }
}

extension KillSwitchDocument {
    /// Creates a document from JSON.
    ///
    /// A document with an error is rejected as a whole.
    ///
    /// - Throws: An error with all problems, each with its location and a suggestion.
    init(_ bytes: [UInt8], file: String, at now: Instant) throws(ConfigurationError) {
        let builder = ConfigurationBuilder(file: file, bytes: bytes, followsReferences: false)
        let settings = SettingsReader(
            try builder.json(maximumBytes: Self.maximumBytes), name: "killSwitch", builder: builder)
        _ = settings.value("$schema")
        settings.checkForm()
        let expires = settings.expiry(at: now)
        let note = settings.string("note")
        let values = settings.values("flags", example: "{\"checkout\": false}")
        settings.require("flags", "an object of values by flag key")
        settings.finish()
        guard let expires, builder.isClean else { throw ConfigurationError(diagnostics: builder.diagnostics) }
        self.init(expires: expires, note: note, values: values)
    }
}

extension SettingsReader {
    fileprivate func checkForm() {
        guard let form = value("killSwitch") else { return require("killSwitch", "\"killSwitch\": 1") }
        if form != 1 {
            addError(
                "killSwitch", "Expected version 1, found \(Self.shown(form)).",
                suggestion: "Use 1, or use a release of Halyard that supports the other version.")
        }
    }

    fileprivate func expiry(at now: Instant) -> Instant? {
        let example = "\"expires\": \"2026-12-01T00:00:00Z\", at most 30 days ahead"
        require("expires", example)
        guard let text = string("expires") else { return nil }
        guard let moment = Instant(rfc3339: text) else {
            addError("expires", "\(FlagValue.string(text)) isn't a valid date and time.", suggestion: "Use \(example).")
            return nil
        }
        guard moment - now <= KillSwitch.longestLife else {
            addError(
                "expires", "The kill switch expires at \(moment), more than 30 days from now.",
                suggestion: "Use a date at most 30 days ahead, and renew it if necessary.")
            return nil
        }
        return moment
    }
}
