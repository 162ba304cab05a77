// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import Glibc
    import HalyardTransport

    extension Report {
        private static let password = "pass:word ü"

        /// Checks proxies of each kind, with correct and wrong credentials, for servers with and without TLS.
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
                    expect("the proxy forwards it", try await servers.count("passed-\(kind)") - before, 1)

                    options.noProxy = ["example.com", "127.0.0.1"]
                    expect("\(target), noProxy", try await Outcome.of(servers.url(target), options).0, .flags)
                    expect("the proxy doesn't forward it", try await servers.count("passed-\(kind)") - before, 1)

                    options.noProxy = nil
                    options.proxy = .server(try ProxyServer(url, user: "app", password: "wrong-secret"))
                    let wrong = try await Outcome.of(servers.url(target), options)
                    // Without a tunnel, the refusal is an HTTP response.
                    let isAnswer = target == "http" && kind != "socks5"
                    expect(
                        "\(target) through \(scheme), wrong password", wrong.0,
                        isAnswer ? .answer(407, "") : .failure(.unreachable), wrong.text)
                    let texts = [wrong.text, right.text, "\(options.proxy)", String(reflecting: options)]
                    expect("texts are redacted", texts.contains { $0.contains("secret") || $0.contains("word") }, false)
                    expect("the proxy forwards nothing else", try await servers.count("passed-\(kind)") - before, 1)
                }
            }
        }

        /// Checks that the environment variables apply only if no proxy is set.
        ///
        /// No transport can exist during this check.
        mutating func environment(_ servers: Servers) async throws {
            let url = "http://app:pass%3Aword%20%C3%BC@127.0.0.1:\(servers.port("http-proxy"))"
            setenv("https_proxy", url, 1)
            var options = servers.trusting
            options.proxy = .environment
            let before = try await servers.count("passed-http")
            let (outcome, text) = try await Outcome.of(servers.url("https"), options)
            expect("https_proxy", outcome, .flags, text)
            expect("the proxy forwards it", try await servers.count("passed-http") - before, 1)
            options.noProxy = ["127.0.0.1"]
            expect("https_proxy, noProxy", try await Outcome.of(servers.url("https"), options).0, .flags)
            options.noProxy = nil
            setenv("no_proxy", "127.0.0.1", 1)
            expect("https_proxy and no_proxy", try await Outcome.of(servers.url("https"), options).0, .flags)
            options.proxy = .direct
            expect("https_proxy, but direct", try await Outcome.of(servers.url("https"), options).0, .flags)
            expect("the proxy forwards none of these", try await servers.count("passed-http") - before, 1)
            options.proxy = .server(try ProxyServer(url))
            expect("an explicit proxy", try await Outcome.of(servers.url("https"), options).0, .flags)
            expect("no_proxy doesn't apply to it", try await servers.count("passed-http") - before, 2)
            unsetenv("https_proxy")
            unsetenv("no_proxy")
        }
    }
#endif
