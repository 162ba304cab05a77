// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import Glibc
    import HalyardTransport

    extension Report {
        private static let password = "pass:word ü"

        /// Proxies of each kind, with right and wrong credentials, to servers with and without TLS.
        mutating func proxies(_ servers: Servers) async throws {
            for scheme in ["http", "https", "socks5", "socks5h"] {
                let kind = scheme == "socks5h" ? "socks5" : scheme
                let url = "\(scheme)://127.0.0.1:\(servers.port("\(kind)-proxy"))"
                for target in ["http", "https"] {
                    var options = servers.trusting
                    options.proxy = .server(try ProxyServer(url, user: "app", password: Self.password))
                    let before = try await servers.count("passed-\(kind)")
                    let right = try await Outcome.of(servers.url(target), options)
                    expect("\(target) through \(scheme)", right.0, .flags, right.text)
                    expect("it is passed on", try await servers.count("passed-\(kind)") - before, 1)

                    options.noProxy = ["example.com", "127.0.0.1"]
                    expect("\(target), noProxy", try await Outcome.of(servers.url(target), options).0, .flags)
                    expect("it is not passed on", try await servers.count("passed-\(kind)") - before, 1)

                    options.noProxy = nil
                    options.proxy = .server(try ProxyServer(url, user: "app", password: "wrong-secret"))
                    let wrong = try await Outcome.of(servers.url(target), options)
                    // Without a tunnel, the refusal is an answer of HTTP.
                    let isAnswer = target == "http" && kind != "socks5"
                    expect(
                        "\(target) through \(scheme), wrong password", wrong.0,
                        isAnswer ? .answer(407, "") : .failure(.unreachable), wrong.text)
                    let texts = [wrong.text, right.text, "\(options.proxy)", String(reflecting: options)]
                    expect("no text holds it", texts.contains { $0.contains("secret") || $0.contains("word") }, false)
                    expect("nor passes on", try await servers.count("passed-\(kind)") - before, 1)
                }
            }
        }

        /// The environment's variables hold where no proxy is given, and nowhere else.
        ///
        /// No transport may live meanwhile.
        mutating func environment(_ servers: Servers) async throws {
            let url = "http://app:pass%3Aword%20%C3%BC@127.0.0.1:\(servers.port("http-proxy"))"
            setenv("https_proxy", url, 1)
            var options = servers.trusting
            options.proxy = .environment
            let before = try await servers.count("passed-http")
            let (outcome, text) = try await Outcome.of(servers.url("https"), options)
            expect("https_proxy", outcome, .flags, text)
            expect("it is passed on", try await servers.count("passed-http") - before, 1)
            options.noProxy = ["127.0.0.1"]
            expect("https_proxy, noProxy", try await Outcome.of(servers.url("https"), options).0, .flags)
            options.noProxy = nil
            setenv("no_proxy", "127.0.0.1", 1)
            expect("https_proxy and no_proxy", try await Outcome.of(servers.url("https"), options).0, .flags)
            options.proxy = .direct
            expect("https_proxy, but direct", try await Outcome.of(servers.url("https"), options).0, .flags)
            expect("these are not passed on", try await servers.count("passed-http") - before, 1)
            options.proxy = .server(try ProxyServer(url))
            expect("a proxy of its own", try await Outcome.of(servers.url("https"), options).0, .flags)
            expect("no_proxy does not hold for it", try await servers.count("passed-http") - before, 2)
            unsetenv("https_proxy")
            unsetenv("no_proxy")
        }
    }
#endif
