// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The owner of a URL: scheme, host and port.
///
/// What is secret for one origin is not sent to another. A value.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case; an IPv6 address with its brackets.
    public let host: String
    /// The port, also where the URL leaves it out.
    public let port: Int

    /// The origin of an absolute `http` or `https` URL; nil for anything else.
    public init?(_ url: String) {
        guard let address = WebAddress(url) else { return nil }
        self.init(address)
    }

    init(_ address: WebAddress) {
        scheme = address.scheme
        host = address.host
        port = address.port ?? (scheme == "https" ? 443 : 80)
    }

    /// `https://flags.example.com:443`.
    public var description: String { "\(scheme)://\(host):\(port)" }

    /// The origin of a URL as text; empty when it has none.
    package static func text(of url: String) -> String { WebOrigin(url)?.description ?? "" }
}
