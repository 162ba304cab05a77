// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The source of a kill switch: a small document with top priority over every provider and every override.
///
/// ```swift
/// options.killSwitch = .file("kill.json", refresh: .seconds(30))
/// ```
/// ```json
/// {"killSwitch": 1, "expires": "2026-12-01T00:00:00Z", "note": "INC-4711", "flags": {"checkout": false}}
/// ```
/// The expiry is mandatory, and at most 30 days ahead when the document is read: a switch that is not renewed expires by
/// itself, to the millisecond. A document that is wrong or cannot be read is reported once, and the last good one holds
/// until its expiry; so to release the flags sooner, write `"flags": {}` rather than removing the document. It works
/// whatever the provider does: before it has answered, when it has failed for good, offline, and in the background, where a file
/// is still read and a URL is not requested.
///
/// A file is read for the first time when the client is made; from the client's start on, the file or URL is checked in
/// every interval. While a kill switch forces a flag, no read ends in a slot, and a read of that flag checks the clock: both
/// cost a little more.
public struct KillSwitch: Sendable {
    enum Place: Sendable {
        case file(String, any FileSystem)
        case url(String, DocumentFetcher)
    }

    let place: Place
    let refresh: Duration

    /// Reads a document, given its bytes, its name and the current time.
    let read: @Sendable ([UInt8], String, Instant) throws(ConfigurationError) -> KillSwitchDocument

    init(
        place: Place, refresh: Duration,
        read: @escaping @Sendable ([UInt8], String, Instant) throws(ConfigurationError) -> KillSwitchDocument
    ) {
        self.place = place
        self.refresh = max(refresh, .seconds(1))
        self.read = read
    }

    /// How far ahead an expiry may lie.
    static let longestLife = Duration.seconds(30 * 86_400)

    /// The path or URL in a form that may be shown: a URL without user, query and fragment, which may be secret.
    var name: String {
        switch place {
        case .file(let path, _): return path
        case .url(let url, _):
            let shown = url.prefix { $0 != "?" && $0 != "#" }
            guard let start = shown.firstRange(of: "://")?.upperBound else { return String(shown) }
            let authority = shown[start...].prefix { $0 != "/" }
            let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            return String(shown[..<start] + host + shown[authority.endIndex...])
        }
    }

    var usesNetwork: Bool {
        switch place {
        case .file: false
        case .url: true
        }
    }
}
