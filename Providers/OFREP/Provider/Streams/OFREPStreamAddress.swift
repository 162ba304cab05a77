// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The address of an event stream that announces changes.
///
/// Addresses are equal if their URLs are equal.
struct OFREPStreamAddress: Sendable, Hashable {
    /// The absolute URL as the server sent it, which is a secret, because it can contain tokens.
    let url: Secret
    /// The origin, which messages can contain.
    let origin: WebOrigin
    /// The time for which an inactive client keeps the connection, or `nil` if the server doesn't specify it.
    let inactivityDelay: Duration?

    /// Reads an entry of `eventStreams`, or returns `nil` if it doesn't have exactly one address.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - base: The service's origin, for an address without an origin.
    init?(_ entry: FlagValue, base: WebOrigin?) {
        let text: String
        switch (entry["url"] ?? .null, entry["endpoint"] ?? .null) {
        case (.string(let url), .null): text = url
        case (.null, let endpoint):
            guard case .string(let uri)? = endpoint["requestUri"], uri.hasPrefix("/") else { return nil }
            let origin =
                if case .string(let text)? = endpoint["origin"] { WebOrigin(text) } else { base }
            guard let origin else { return nil }
            text = origin.description + uri
        default: return nil
        }
        guard let origin = WebOrigin(text) else { return nil }
        url = Secret(text)
        self.origin = origin
        let seconds = entry["inactivityDelaySec"].flatMap(Double.init(flagValue:)) ?? 0
        inactivityDelay = (1...31_536_000).contains(seconds) ? .milliseconds(Int64(seconds * 1000)) : nil
    }

    static func == (one: Self, other: Self) -> Bool { one.url == other.url }

    func hash(into hasher: inout Hasher) { hasher.combine(url) }
}
