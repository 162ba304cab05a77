// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Where a server announces changes; two with one URL are equal.
struct OFREPStreamAddress: Sendable, Hashable {
    /// The absolute URL, as the server wrote it; a secret, because it may hold tokens.
    let url: Secret
    /// What messages may show.
    let origin: WebOrigin
    /// How long an inactive client keeps the connection; nil when the server does not say.
    let inactivityDelay: Duration?

    /// Reads an entry of `eventStreams`; nil when it has no address, or more than one.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - base: The service's own origin, for an address that names none.
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
