// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How a transport reaches servers: through which proxy, and which certificates it trusts and shows.
///
/// ```swift
/// var options = NetworkOptions()
/// options.proxy = .server(try ProxyServer("http://proxy.example.com:3128", user: "app", password: password))
/// options.certificateAuthorities = .file("/etc/app/authority.pem")
/// let transport = try CurlTransport(options)
/// ```
///
/// A value; what it refers to is read and checked when a transport is made. Its description holds no credentials and no PEM.
public struct NetworkOptions: Sendable, Hashable {
    /// Which proxy requests go through.
    public enum Proxy: Sendable, Hashable {
        /// The one that the environment names, as libcurl reads it: `https_proxy`, `http_proxy` (in lower case only),
        /// `all_proxy`, `no_proxy`. On Apple systems, the one of the system's settings.
        case environment
        /// None, whatever the environment says.
        case direct
        /// This one.
        case server(ProxyServer)
    }

    /// Which proxy requests go through; the environment's by default.
    public var proxy = Proxy.environment
    /// Hosts that are reached without the proxy: names (with everything below them), addresses, or `*` for all.
    ///
    /// Nil for what the environment's `no_proxy` says, or for none where ``proxy`` is given.
    public var noProxy: [String]?
    /// The authorities whose certificates are trusted, in the place of the system's; nil for the system's.
    public var certificateAuthorities: PEM?
    /// What the transport shows to servers that ask who it is; nil for nothing.
    public var clientCertificate: ClientCertificate?
    /// Whether certificates of servers and proxies are verified.
    ///
    /// Without that, anyone on the way can read keys and change flags. False is refused in release builds, unless
    /// ``allowsUnverifiedPeersInRelease`` is set.
    public var verifiesPeer = true
    /// Whether ``verifiesPeer`` may be false in a release build, for a test installation.
    public var allowsUnverifiedPeersInRelease = false

    /// Makes options that change nothing.
    public init() {}
}

/// Certificates or a key in the PEM format.
public enum PEM: Sendable, Hashable {
    /// The path of a file, which is read when a transport is made, and again when it connects.
    case file(String)
    /// The PEM text itself.
    case text(String)
}

/// A certificate with its key, by which a client says who it is (mutual TLS).
public struct ClientCertificate: Sendable, Hashable {
    /// The certificate, and the intermediate ones behind it.
    public var certificate: PEM
    /// The private key; nil where it is in the same PEM.
    public var key: PEM?
    /// The password of the key; nil for a key without one.
    public var keyPassword: String?

    /// Makes a client certificate.
    public init(_ certificate: PEM, key: PEM? = nil, keyPassword: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.keyPassword = keyPassword
    }
}

/// An option that a transport cannot be made with.
public struct NetworkOptionsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The option, as its name in ``NetworkOptions``; with a dot for a part of it.
    public var option: String
    /// What is the matter and what to do about it; without anything secret.
    public var message: String

    /// Makes a problem.
    public init(_ option: String, _ message: String) {
        self.option = option
        self.message = message
    }

    /// The option and the message.
    public var description: String { "\(option): \(message)" }
}

extension PEM: CustomStringConvertible, CustomReflectable {
    /// The path, or that there is a text.
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
    /// Where the certificate comes from.
    public var description: String { "\(certificate)" }
    /// A mirror without children: the key and its password are secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
