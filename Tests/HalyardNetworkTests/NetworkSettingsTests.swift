// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardUnleash
import Testing
import TestSupport

/// Validation of the `network` section of a configuration.
///
/// `NetworkInUseTests` checks that clients apply it.
@Suite("Network settings")
struct NetworkSettingsTests {
    private static let certificate = "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n"
    private static let key = "-----BEGIN PRIVATE KEY-----\nTUlJQg==\n-----END PRIVATE KEY-----\n"

    private let registry = ProviderRegistry([.unleash])

    private func document(_ network: String, own: String = "") -> String {
        """
        {"version": 1, "network": \(network), "providers": {
        "u": {"type": "unleash", "url": "https://flags.example.com/api/frontend", "clientKey": "token"\(own)}}}
        """
    }

    private func load(_ text: String) throws(ConfigurationError) -> LoadedConfiguration {
        var host = ConfigurationHost()
        host.files = InMemoryFileSystem([
            "/app/ca.pem": Self.certificate, "/app/client.pem": Self.certificate, "/app/key.pem": Self.key,
            "/app/cut.pem": "-----BEGIN CERTIFICATE-----\nTUlJQg==\n", "/app/url.txt": "http://app:secret@proxy:3128\n",
        ])
        host.variable = { ["PROXY": "http://proxy:3128", "PASSWORD": "secret", "PEM": Self.certificate][$0] }
        return try registry.load(.json(text, directory: "/app"), host: host)
    }

    private func diagnostics(_ text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try load(text)
            return []
        } catch {
            return error.diagnostics.map { "\($0.location?.pointer ?? "") \($0.message)" }
        }
    }

    #if os(Linux)
        @Test(
            "Accepts every setting in each of its forms",
            arguments: [
                "{}",
                #"{"proxy": "environment"}"#, #"{"proxy": "direct"}"#, #"{"proxy": "http://proxy.example.com:3128"}"#,
                #"{"proxy": {"$env": "PROXY"}}"#, #"{"proxy": {"$file": "url.txt"}}"#,
                #"{"proxy": {"url": "socks5://10.0.0.1", "user": "app", "password": {"$env": "PASSWORD"}}}"#,
                #"{"proxy": "http://proxy", "noProxy": ["example.com", "*"]}"#, #"{"noProxy": []}"#,
                #"{"ca": "ca.pem"}"#, #"{"ca": "/app/ca.pem"}"#,
                #"{"clientCertificate": {"certificate": "client.pem", "key": "key.pem", "keyPassword": "secret"}}"#,
            ])
        func right(network: String) throws {
            #expect(diagnostics(document(network)) == [])
            #expect(diagnostics(document("{}", own: ", \"network\": \(network)")) == [])
            let schema = JSONSchema(registry.schema)
            #expect(schema.faults(of: try JSONReader().read(document(network))) == [])
            #expect(schema.faults(of: try JSONReader().read(document("{}", own: ", \"network\": \(network)"))) == [])
        }

        @Test("Accepts PEM from an environment variable if libcurl supports it")
        func pemText() {
            let found = diagnostics(document(#"{"ca": {"$env": "PEM"}}"#))
            #expect(found.allSatisfy { $0.hasPrefix("/network/ca libcurl 7.") })
        }

        @Test("Warns each new client if peers aren't verified")
        func unverified() throws {
            let text = document(#"{"verifiesPeer": false, "allowsUnverifiedPeersInRelease": true}"#)
            let warnings = try load(text).warnings
            #expect(warnings.map(\.code) == ["riskySetting"])
            #expect(warnings.map(\.severity) == [.warning])
            #expect(warnings.map(\.location?.pointer) == ["/network/verifiesPeer"])
            for _ in 0..<2 {
                let client = try FlagClient(configuration: .json(text), providers: [.unleash], options: .manual())
                #expect(client.diagnostics.recent.map(\.code) == ["riskySetting"])
            }
        }
    #endif

    @Test(
        "Reports all errors in one pass, each with its location",
        arguments: [
            ("7", ["/network Expected an object, found a number."]),
            (
                #"{"proxy": "ftp://proxy", "noProxy": ["a b"], "ca": "none.pem", "clientCertificate": "ca.pem"}"#,
                [
                    #"/network/proxy "ftp" isn't a proxy scheme. Use http, https, socks5, or socks5h."#,
                    "/network/noProxy An item is empty, or contains a space or a comma. Use one host for each item.",
                    "/network/ca The file can't be read: /app/none.pem: No such file or directory.",
                    "/network/clientCertificate/key The PEM contains no private key: no line is "
                        + "-----BEGIN PRIVATE KEY-----.",
                ]
            ),
            (#"{"ca": "cut.pem"}"#, ["/network/ca The PEM is incomplete: its -----BEGIN line has no -----END line."]),
            (#"{"ca": 7}"#, ["/network/ca Expected a string, found a number."]),
            (
                #"{"clientCertificate": {"key": "key.pem"}}"#,
                ["/network/clientCertificate Missing setting \"certificate\"."]
            ),
            (
                #"{"proxy": {"user": "app"}}"#,
                ["/network/proxy Missing setting \"url\"."]
            ),
            (
                #"{"proxy": {"url": "http://proxy", "password": "secret"}}"#,
                ["/network/proxy The password has no user. Add a user."]
            ),
            (
                #"{"proxy": {"$env": "NONE"}}"#,
                ["/network/proxy/url The environment variable NONE is not set."]
            ),
            (#"{"poxy": "http://proxy"}"#, ["/network/poxy Unknown setting \"poxy\"."]),
            (#"{"verifiesPeer": "no"}"#, ["/network/verifiesPeer Expected true or false, found the string \"no\"."]),
        ] as [(String, [String])])
    func wrong(network: String, expected: [String]) {
        #expect(Set(diagnostics(document(network))) == Set(expected))
        let own = document("{}", own: ", \"network\": \(network)")
        #expect(
            Set(diagnostics(own))
                == Set(expected.map { $0.replacing("/network", with: "/providers/u/network", maxReplacements: 1) }))
    }

    @Test("Checks the network section even if no provider uses it")
    func unused() {
        let text = #"{"version": 1, "network": {"proxy": "ftp://p"}, "providers": {"m": {"type": "memory"}}}"#
        #expect(diagnostics(text).map { $0.prefix(14) } == ["/network/proxy"])
    }

    @Test("Omits credentials from messages")
    func secrets() {
        for proxy in [
            #""socks4://app:secret@proxy""#, #""http://app:secret@proxy/path""#,
            #"{"url": "http://a:secret@proxy", "user": "a"}"#,
            #"{"url": "http://pro xy", "user": "a", "password": "secret"}"#,
        ] {
            let found = diagnostics(document("{\"proxy\": \(proxy)}"))
            #expect(found.count == 1)
            #expect(found.allSatisfy { !$0.contains("secret") })
        }
    }

    @Test("Rejects a provider's network settings if the app sets a transport")
    func contradiction() {
        let registry = ProviderRegistry([.unleash(transport: PlatformTransport.make())])
        let error = #expect(throws: ConfigurationError.self) {
            try registry.load(.json(document("{}", own: #", "network": {"proxy": "direct"}"#)))
        }
        #expect(error?.diagnostics.map(\.location?.pointer) == ["/providers/u/network"])
        #expect(throws: Never.self) { try registry.load(.json(document("{}"))) }
    }
}
