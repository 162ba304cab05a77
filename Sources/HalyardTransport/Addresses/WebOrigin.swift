// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The owner of a URL: scheme, host and port.
///
/// What is secret for one origin is not sent to another.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let host: String
    package let port: Int

    /// The origin of an absolute `http` or `https` URL; nil for anything else.
    package init?(_ url: String) {
        guard let address = WebAddress(url) else { return nil }
        scheme = address.scheme
        host = address.host
        port = address.port ?? (scheme == "https" ? 443 : 80)
    }

    package var description: String { "\(scheme)://\(host):\(port)" }

    /// The origin of a URL as text; empty when it has none.
    package static func text(of url: String) -> String { WebOrigin(url)?.description ?? "" }
}
