// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import Halyard
    import HalyardTransport

    extension Report {
        /// Checks which servers the transport trusts, and which client certificates the servers accept.
        mutating func certificates(_ servers: Servers) async throws {
            let trusting = servers.trusting
            var plain = NetworkOptions()
            plain.proxy = .direct
            for (name, options, expected) in [
                ("https", trusting, .flags), ("https", plain, .failure(.unreachable)),
                ("wrong-name", trusting, .failure(.unreachable)), ("expired", trusting, .failure(.unreachable)),
                ("wrong-authority", trusting, .failure(.unreachable)),
            ] as [(String, NetworkOptions, Outcome)] {
                let (outcome, text) = try await Outcome.of(servers.url(name), options)
                expect(
                    "\(name), \(options == plain ? "the system's authorities" : "our authority")", outcome, expected,
                    text)
            }

            var pem = trusting
            pem.certificateAuthorities = .text(
                String(decoding: try LocalFileSystem().contents(of: servers["authority"]), as: UTF8.self))
            expect("the authority as text", try await Outcome.of(servers.url("https"), pem).0, .flags)

            var unverified = plain
            unverified.verifiesPeer = false
            for name in ["wrong-name", "expired", "wrong-authority"] {
                expect("\(name), unverified", try await Outcome.of(servers.url(name), unverified).0, .flags)
            }

            let address = try AddressOverride(
                host: "other.example", port: 443, destination: "127.0.0.1", destinationPort: servers.port("wrong-name"))
            let override = try await Outcome.of("https://other.example/", trusting, addresses: [address])
            expect("the right name at another address", override.0, .flags, override.text)

            try await clientCertificates(servers)
        }

        private mutating func clientCertificates(_ servers: Servers) async throws {
            let nameless = try await Outcome.of(servers.url("clients"), servers.trusting)
            // With TLS 1.3, the server refuses the certificate after the handshake.
            expect("no client certificate", nameless.0, .failure(.disconnected), nameless.text)
            var named = servers.trusting
            named.clientCertificate = ClientCertificate(.file(servers["client"]))
            expect("a client certificate", try await Outcome.of(servers.url("clients"), named).0, .flags)
            let text = String(decoding: try LocalFileSystem().contents(of: servers["client"]), as: UTF8.self)
            named.clientCertificate = ClientCertificate(.text(text), key: .text(text))
            expect("a client certificate as text", try await Outcome.of(servers.url("clients"), named).0, .flags)
        }
    }
#endif
