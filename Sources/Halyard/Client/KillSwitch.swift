// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The source of a kill switch: a small document that takes precedence over every provider and the client's overrides.
///
/// Only the overrides of a test (`HalyardTesting`) take precedence over it.
///
/// ```swift
/// options.killSwitch = .file("kill.json", refresh: .seconds(30))
/// ```
/// ```json
/// {"killSwitch": 1, "expires": "2026-12-01T00:00:00Z", "note": "INC-4711", "flags": {"checkout": false}}
/// ```
/// The expiry date is mandatory, and must be at most 30 days ahead when the document is read. A kill switch that isn't
/// renewed expires at that time, to the millisecond. If a document is invalid or can't be read, the client reports it once,
/// and the last good document remains in effect until it expires. To release the flags sooner, write `"flags": {}` instead of
/// removing the document. The kill switch works in every state of the provider: before its first response, after a permanent
/// failure, offline, and in the background. In the background, a file is still read, and a URL isn't requested.
///
/// A file is read for the first time when the client is created. After the client's start, the file or URL is checked at
/// every interval. While a kill switch sets any flag, no read is served from a slot, and a read of such a flag checks the
/// clock. Both cost a little more.
public struct KillSwitch: Sendable {
    enum Place: Sendable {
        case file(String, any FileSystem)
        case url(String, DocumentFetcher)
    }

    let place: Place
    let refresh: Duration

    /// A closure that reads a document from its bytes, its name, and the current time.
    let read: @Sendable ([UInt8], String, Instant) throws(ConfigurationError) -> KillSwitchDocument

    init(
        place: Place, refresh: Duration,
        read: @escaping @Sendable ([UInt8], String, Instant) throws(ConfigurationError) -> KillSwitchDocument
    ) {
        self.place = place
        self.refresh = max(refresh, .seconds(1))
        self.read = read
    }

    /// The maximum time to a kill switch's expiry.
    static let longestLife = Duration.seconds(30 * 86_400)

    /// The path or URL in a form that can be shown.
    ///
    /// A URL's user, query, and fragment are omitted, because they might be secret.
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
