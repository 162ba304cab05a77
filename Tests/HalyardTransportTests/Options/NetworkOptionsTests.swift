// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardURLSession
import Testing

@testable import HalyardTransport

@Suite("NetworkOptions")
struct NetworkOptionsTests {
    private static let certificate = "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n"
    private static let key = "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4\n\nTUlJQg==\n-----END EC PRIVATE KEY-----\n"

    private func problem(
        _ options: NetworkOptions, files: [String: String] = [:], isReleaseBuild: Bool = false
    ) -> NetworkOptionsError? {
        let memory = InMemoryFileSystem()
        for (path, text) in files { try? memory.replace(path, with: Array(text.utf8)) }
        do throws(NetworkOptionsError) {
            try options.check(files: memory, isReleaseBuild: isReleaseBuild)
            return nil
        } catch {
            return error
        }
    }

    @Test("Accepts empty and valid options")
    func right() {
        var options = NetworkOptions()
        #expect(problem(options) == nil)
        options.noProxy = ["example.com", "10.0.0.1", "*"]
        options.certificateAuthorities = .file("/ca.pem")
        options.clientCertificate = ClientCertificate(.text(Self.certificate + Self.key))
        #expect(problem(options, files: ["/ca.pem": "# ours\r\n" + Self.certificate]) == nil)
        options.clientCertificate = ClientCertificate(.text(Self.certificate), key: .file("/key.pem"))
        #expect(problem(options, files: ["/ca.pem": Self.certificate, "/key.pem": Self.key]) == nil)
    }

    @Test(
        "Rejects invalid PEM, and names the option",
        arguments: [
            (.file("/none.pem"), nil, "certificateAuthorities: The file can't be read: "),
            (
                .text("hello"), nil,
                "certificateAuthorities: The PEM contains no certificate: no line is -----BEGIN CERTIFICATE-----"
            ),
            (.text(key), nil, "certificateAuthorities: The PEM contains no certificate"),
            (
                .text("-----BEGIN CERTIFICATE-----\nTUlJQg==\n"), nil,
                "certificateAuthorities: The PEM is incomplete: its -----BEGIN line has no -----END line"
            ),
            (
                .text(certificate.replacing("TUlJ", with: "T*lJ")), nil,
                "certificateAuthorities: The PEM is damaged: there is no base64 text between -----BEGIN and -----END"
            ),
            (.text(certificate.replacing("TUlJQg==", with: "")), nil, "certificateAuthorities: The PEM is damaged"),
            (nil, ClientCertificate(.text(key)), "clientCertificate: The PEM contains no certificate"),
            (
                nil, ClientCertificate(.text(certificate)),
                "clientCertificate.key: The PEM contains no private key: no line is -----BEGIN PRIVATE KEY-----"
            ),
            (
                nil, ClientCertificate(.text(certificate), key: .file("/none.pem")),
                "clientCertificate.key: The file can't be read: "
            ),
        ] as [(PEM?, ClientCertificate?, String)])
    func pem(authorities: PEM?, client: ClientCertificate?, beginning: String) {
        var options = NetworkOptions()
        options.certificateAuthorities = authorities
        options.clientCertificate = client
        let text = problem(options)?.description ?? ""
        #expect(text.hasPrefix(beginning), "\(text)")
    }

    @Test("Rejects invalid hosts in noProxy", arguments: ["", "a b", "a,b", "a\n"])
    func noProxy(host: String) {
        var options = NetworkOptions()
        options.noProxy = ["example.com", host]
        #expect(problem(options)?.option == "noProxy")
    }

    @Test("Requires a second option to disable verification in release builds")
    func verification() {
        var options = NetworkOptions()
        options.verifiesPeer = false
        #expect(problem(options) == nil)
        #expect(problem(options, isReleaseBuild: true)?.option == "verifiesPeer")
        #expect(
            problem(options, isReleaseBuild: true)?.message.contains("allowsUnverifiedPeersInRelease") == true)
        options.allowsUnverifiedPeersInRelease = true
        #expect(problem(options, isReleaseBuild: true) == nil)
    }

    @Test(
        "Parses a proxy URL",
        arguments: [
            ("http://proxy", "http://proxy:80", nil, nil),
            ("HTTPS://Proxy.example:8443/", "https://proxy.example:8443", nil, nil),
            ("socks5://10.0.0.1", "socks5://10.0.0.1:1080", nil, nil),
            ("socks5h://[::1]:9", "socks5h://[::1]:9", nil, nil),
            ("http://a:b%3Ac%20%C3%BC@proxy", "http://proxy:80", "a", "b:c ü"),
            ("http://a@proxy", "http://proxy:80", "a", nil),
        ] as [(String, String, String?, String?)])
    func proxies(url: String, description: String, user: String?, password: String?) throws {
        let proxy = try ProxyServer(url)
        #expect("\(proxy)" == description)
        #expect(proxy.user == user)
        #expect(proxy.password == password)
    }

    @Test(
        "Rejects an invalid proxy URL without revealing secrets",
        arguments: [
            ("proxy:3128", "The value isn't a proxy URL."), ("", "The value isn't a proxy URL."),
            ("http://", "The value isn't a proxy URL."), ("http://proxy/path", "The value isn't a proxy URL."),
            ("http://proxy?secret", "The value isn't a proxy URL."), ("http://se cret", "The value isn't a proxy URL."),
            ("http://proxy:0", "The value isn't a proxy URL."),
            ("ftp://proxy", "\"ftp\" isn't a proxy scheme. Use http, https, socks5, or socks5h"),
            ("socks4://a:secret@proxy", "\"socks4\" isn't a proxy scheme."),
            ("se/cret://proxy", "The value isn't a proxy scheme."),
            ("http://a%0Asecret@proxy", "The user or the password contains a control character"),
        ])
    func noProxyServer(url: String, beginning: String) {
        let problem = #expect(throws: NetworkOptionsError.self) { try ProxyServer(url) }
        #expect(problem?.option == "proxy")
        #expect(problem?.message.hasPrefix(beginning) == true, "\(problem?.message ?? "")")
        #expect(problem?.description.contains("secret") == false)
    }

    @Test("Rejects credentials in two places, and a password without a user")
    func credentials() throws {
        #expect(try ProxyServer("http://proxy", user: "a", password: "b").password == "b")
        #expect(throws: NetworkOptionsError.self) { try ProxyServer("http://a:b@proxy", user: "a") }
        #expect(throws: NetworkOptionsError.self) { try ProxyServer("http://proxy", password: "b") }
    }

    @Test("Omits credentials, keys, and PEM from descriptions")
    func secrets() throws {
        var options = NetworkOptions()
        options.proxy = .server(try ProxyServer("http://SECRET:SECRET@proxy"))
        options.certificateAuthorities = .text("SECRET")
        options.clientCertificate = ClientCertificate(.text("SECRET"), key: .text("SECRET"), keyPassword: "SECRET")
        var dumped = ""
        dump(options, to: &dumped)
        #expect(!(dumped + "\(options)" + String(reflecting: options)).contains("SECRET"))
        #expect("\(options.proxy)".contains("http://proxy:80"))
    }

    @Test("Rejects options that URLSessionTransport doesn't support")
    func urlSession() throws {
        func refusal(_ change: (inout NetworkOptions) throws -> Void) throws -> String? {
            var options = NetworkOptions()
            try change(&options)
            do throws(NetworkOptionsError) {
                _ = try URLSessionTransport(options)
                return nil
            } catch {
                return error.option
            }
        }
        #expect(try refusal { _ in } == nil)
        #expect(try refusal { $0.proxy = .direct } == "proxy")
        #expect(try refusal { $0.proxy = .server(try ProxyServer("http://proxy")) } == "proxy")
        #expect(try refusal { $0.noProxy = [] } == "noProxy")
        #expect(try refusal { $0.certificateAuthorities = .text(Self.certificate) } == "certificateAuthorities")
        #expect(
            try refusal { $0.clientCertificate = ClientCertificate(.text(Self.certificate + Self.key)) }
                == "clientCertificate")
        #expect(try refusal { $0.verifiesPeer = false } == "verifiesPeer")
    }
}
