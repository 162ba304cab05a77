// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The options for a transport's connections: the proxy, the trusted authorities, and the client certificate.
///
/// ```swift
/// var options = NetworkOptions()
/// options.proxy = .server(try ProxyServer("http://proxy.example.com:3128", user: "app", password: password))
/// options.certificateAuthorities = .file("/etc/app/authority.pem")
/// let transport = try CurlTransport(options)
/// ```
///
/// Options are a value. A transport reads and checks the files when it's created. The description contains no credentials and no
/// PEM.
public struct NetworkOptions: Sendable, Hashable {
    /// The proxy for requests.
    public enum Proxy: Sendable, Hashable {
        /// The proxy from the environment, as libcurl reads it: `https_proxy`, `http_proxy` (lowercase only), `all_proxy`,
        /// `no_proxy`.
        ///
        /// On Apple systems, the proxy from the system settings.
        case environment
        /// No proxy, regardless of the environment.
        case direct
        /// The given proxy.
        case server(ProxyServer)
    }

    /// The proxy for requests, by default the environment's proxy.
    public var proxy = Proxy.environment
    /// Hosts that are reached without the proxy: names (including their subdomains), addresses, or `*` for all.
    ///
    /// If it's `nil`, the environment's `no_proxy` applies, or no host if ``proxy`` is set.
    public var noProxy: [String]?
    /// The trusted certificate authorities that replace the system's authorities, or `nil` for the system's authorities.
    public var certificateAuthorities: PEM?
    /// The certificate for servers that request one, or `nil` for none.
    public var clientCertificate: ClientCertificate?
    /// A Boolean value that indicates whether the certificates of servers and proxies are verified.
    ///
    /// Without verification, anyone on the network path can read keys and change flags. Release builds reject `false`, unless
    /// ``allowsUnverifiedPeersInRelease`` is set.
    public var verifiesPeer = true
    /// A Boolean value that indicates whether ``verifiesPeer`` can be `false` in a release build, for a test installation.
    public var allowsUnverifiedPeersInRelease = false

    /// Creates default options.
    public init() {}
}

/// Certificates or a key in the PEM format.
public enum PEM: Sendable, Hashable {
    /// The path of a file, which is read when a transport is created, and again when it connects.
    case file(String)
    /// The PEM text.
    case text(String)
}

/// A certificate with its key, which identifies a client (mutual TLS).
public struct ClientCertificate: Sendable, Hashable {
    /// The certificate, followed by the intermediate certificates.
    public var certificate: PEM
    /// The private key, or `nil` if it's in the same PEM as the certificate.
    public var key: PEM?
    /// The password of the key, or `nil` for a key without a password.
    public var keyPassword: String?

    /// Creates a client certificate.
    public init(_ certificate: PEM, key: PEM? = nil, keyPassword: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.keyPassword = keyPassword
    }
}

/// An error for an option that a transport doesn't support.
public struct NetworkOptionsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The option's name in ``NetworkOptions``, with a dot before the name of its part.
    public var option: String
    /// The problem and a suggestion, without secrets.
    public var message: String

    /// Creates an error.
    public init(_ option: String, _ message: String) {
        self.option = option
        self.message = message
    }

    /// The option and the message.
    public var description: String { "\(option): \(message)" }
}

extension PEM: CustomStringConvertible, CustomReflectable {
    /// The path, or a note that the PEM is text.
    public var description: String {
        switch self {
        case .file(let path): path
        case .text: "PEM text"
        }
    }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// The source of the certificate.
    public var description: String { "\(certificate)" }
    /// A mirror without children, because the key and its password are secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
