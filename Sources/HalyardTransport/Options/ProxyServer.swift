// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A proxy, and the credentials for it.
public struct ProxyServer: Sendable, Hashable {
    /// How a proxy is spoken to.
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        /// HTTP; https requests go through a tunnel.
        case http
        /// HTTP over TLS.
        case https
        /// SOCKS 5; names are looked up here.
        case socks5
        /// SOCKS 5; names are looked up by the proxy.
        case socks5h

        var defaultPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            case .socks5, .socks5h: 1080
            }
        }
    }

    /// How it is spoken to.
    public let scheme: Scheme
    /// Its name or address; an IPv6 address with brackets.
    public let host: String
    /// Its port.
    public let port: Int
    /// The user's name; nil for none.
    public let user: String?
    let password: String?

    /// Makes a proxy of a URL such as `http://proxy.example.com:3128`.
    ///
    /// - Parameters:
    ///   - url: Scheme, host and port; the scheme's usual port where there is none: 80, 443 or 1080. User and password may
    ///     stand in it, with percent escapes, where they are not given beside it.
    ///   - user: The user's name.
    ///   - password: The password; it is in no description.
    /// - Throws: What is wrong with the URL; the problem holds nothing of it but an unknown scheme.
    public init(_ url: String, user: String? = nil, password: String? = nil) throws(NetworkOptionsError) {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { throw Self.notAURL }
        let name = url[..<colon].lowercased()
        guard let scheme = Scheme(rawValue: name) else {
            let isName = !name.isEmpty && name.utf8.count <= 16 && name.utf8.allSatisfy(ServiceURL.isUnreserved)
            throw NetworkOptionsError(
                "proxy",
                "\(isName ? "\"\(name)\"" : "That") is no scheme of a proxy. Use http, https, socks5 or socks5h")
        }
        // The rules for hosts and ports are those of web addresses.
        guard let address = WebAddress("http" + url[colon...]), ["", "/"].contains(address.path),
            address.query == nil, address.fragment == nil
        else { throw Self.notAURL }
        let parts = address.userInfo.map {
            $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { Self.unescaped($0) }
        }
        guard parts == nil || user == nil && password == nil else {
            throw NetworkOptionsError("proxy", "The URL has a user, and one is given beside it. Leave one of them out")
        }
        self.scheme = scheme
        host = address.host
        port = address.port ?? scheme.defaultPort
        self.user = user ?? parts?.first
        self.password = password ?? parts?.dropFirst().first
        for text in [self.user, self.password].compactMap(\.self) where text.utf8.contains(where: HTTPHeaders.isControl)
        {
            throw NetworkOptionsError("proxy", "The user or the password has a control character")
        }
        guard self.user != nil || self.password == nil else {
            throw NetworkOptionsError("proxy", "There is a password without a user")
        }
    }

    private static let notAURL = NetworkOptionsError(
        "proxy", "That is no URL of a proxy. Write one such as http://proxy.example.com:3128, without a path")

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ProxyServer: CustomStringConvertible, CustomReflectable {
    /// Scheme, host and port, without user and password.
    public var description: String { "\(scheme.rawValue)://\(host):\(port)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
