// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A proxy and its credentials.
public struct ProxyServer: Sendable, Hashable {
    /// The protocol of a proxy.
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        /// HTTP, with a tunnel for https requests.
        case http
        /// HTTP over TLS.
        case https
        /// SOCKS 5, where the client resolves names.
        case socks5
        /// SOCKS 5, where the proxy resolves names.
        case socks5h

        var defaultPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            case .socks5, .socks5h: 1080
            }
        }
    }

    /// The protocol.
    public let scheme: Scheme
    /// The name or address, with brackets for an IPv6 address.
    public let host: String
    /// The port.
    public let port: Int
    /// The user name, or `nil` for none.
    public let user: String?
    let password: String?

    /// Creates a proxy from a URL such as `http://proxy.example.com:3128`.
    ///
    /// - Parameters:
    ///   - url: The scheme, host, and port. The port defaults to the scheme's port: 80, 443, or 1080. The URL can contain the user
    ///     and password with percent escapes if the other parameters don't.
    ///   - user: The user name.
    ///   - password: The password, which no description contains.
    /// - Throws: An error if the URL isn't valid. It contains nothing from the URL except an unknown scheme.
    public init(_ url: String, user: String? = nil, password: String? = nil) throws(NetworkOptionsError) {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { throw Self.notAURL }
        let name = url[..<colon].lowercased()
        guard let scheme = Scheme(rawValue: name) else {
            let isName = !name.isEmpty && name.utf8.count <= 16 && name.utf8.allSatisfy(ServiceURL.isUnreserved)
            throw NetworkOptionsError(
                "proxy",
                "\(isName ? "\"\(name)\"" : "The value") isn't a proxy scheme. Use http, https, socks5, or socks5h")
        }
        // The rules for hosts and ports are the same as for web addresses.
        guard let address = WebAddress("http" + url[colon...]), ["", "/"].contains(address.path),
            address.query == nil, address.fragment == nil
        else { throw Self.notAURL }
        let parts = address.userInfo.map {
            $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { Self.unescaped($0) }
        }
        guard parts == nil || user == nil && password == nil else {
            throw NetworkOptionsError("proxy", "Both the URL and the options contain credentials. Remove one of them")
        }
        self.scheme = scheme
        host = address.host
        port = address.port ?? scheme.defaultPort
        self.user = user ?? parts?.first
        self.password = password ?? parts?.dropFirst().first
        for text in [self.user, self.password].compactMap(\.self) where text.utf8.contains(where: HTTPHeaders.isControl)
        {
            throw NetworkOptionsError("proxy", "The user or the password contains a control character")
        }
        guard self.user != nil || self.password == nil else {
            throw NetworkOptionsError("proxy", "The password has no user. Add a user")
        }
    }

    private static let notAURL = NetworkOptionsError(
        "proxy", "The value isn't a proxy URL. Use a URL such as http://proxy.example.com:3128, without a path")

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
    /// The scheme, host, and port, without the user and password.
    public var description: String { "\(scheme.rawValue)://\(host):\(port)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
