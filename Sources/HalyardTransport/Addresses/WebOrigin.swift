// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The scheme, host, and port of a URL.
///
/// A secret of one origin isn't sent to another origin. An origin is a value.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme, `http` or `https`.
    public let scheme: String
    /// The host in lowercase, with the brackets of an IPv6 address.
    public let host: String
    /// The port, or the scheme's default port if the URL doesn't contain one.
    public let port: Int

    /// Creates the origin of an absolute `http` or `https` URL, or returns `nil` for other strings.
    public init?(_ url: String) {
        guard let address = WebAddress(url) else { return nil }
        self.init(address)
    }

    init(_ address: WebAddress) {
        scheme = address.scheme
        host = address.host
        port = address.port ?? Self.defaultPort(of: scheme)
    }

    private static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// The origin as a string, without the scheme's default port: `https://flags.example.com`.
    public var description: String {
        port == Self.defaultPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// Returns the origin of a URL as a string, or an empty string if the URL has none.
    package static func text(of url: String) -> String { WebOrigin(url)?.description ?? "" }
}
