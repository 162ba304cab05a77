// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// Whom a URL belongs to: scheme, host and port.
///
/// What is secret for one is not shown to another.
struct WebOrigin: Hashable, CustomStringConvertible {
    let scheme: String
    let host: String
    let port: Int

    /// The origin of an absolute `http` or `https` URL; nil for anything else.
    init?(_ url: String) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.host?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = parts.port ?? (scheme == "https" ? 443 : 80)
    }

    var description: String { "\(scheme)://\(host):\(port)" }

    /// The origin of a URL as text; empty when it has none.
    static func text(of url: String) -> String { WebOrigin(url)?.description ?? "" }
}
