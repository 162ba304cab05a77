// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import Testing

    @testable import HalyardTransport

    @Suite("EnvironmentProxies")
    struct EnvironmentProxiesTests {
        private func message(_ detailed: String, _ proxies: [String: String], result: Int32 = 5) -> String {
            EnvironmentProxies.redacted(detailed, general: "Couldn't resolve proxy name", result: result) {
                proxies[$0]
            }
        }

        private func hint(_ name: String) -> String {
            "Couldn't resolve proxy name. The proxy in the environment variable \(name) isn't a valid URL. Percent-encode special "
                + "characters in its user name and password"
        }

        @Test("Keeps a message if no proxy has credentials")
        func keepsMessages() {
            let text = "Unsupported proxy scheme for 'ftp://proxy.example.com'"
            #expect(message(text, [:]) == text)
            #expect(message(text, ["http_proxy": "ftp://proxy.example.com"]) == text)
            #expect(message(text, ["NO_PROXY": "user@example.com"]) == text)
        }

        @Test("Keeps a message that names only the host of a valid proxy")
        func keepsHosts() {
            let text = "Could not resolve proxy: proxy.example.com"
            #expect(message(text, ["https_proxy": "http://ann:s%2Fecret@proxy.example.com:3128"]) == text)
            #expect(message(text, ["ALL_PROXY": "ann:secret@proxy.example.com:3128"]) == text)
            #expect(message(text, ["all_proxy": "socks5h://ann:secret@proxy.example.com"]) == text)
        }

        @Test("Removes the details that quote the URL of a proxy with credentials")
        func removesURLs() {
            let text =
                "Unsupported proxy 'https://ann:secret@proxy.example.com', libcurl is built without the HTTPS-proxy support."
            #expect(
                message(text, ["HTTPS_PROXY": "https://ann:secret@proxy.example.com"])
                    == "Couldn't resolve proxy name")
            let quoted = "Unsupported proxy syntax in 'ann:secret@[1:2]:3128'"
            #expect(message(quoted, ["http_proxy": "ann:secret@[1:2]:3128"]) == "Couldn't resolve proxy name")
            let escaped = "Unsupported proxy syntax in 'http://ann%3Asecret%40proxy:x'"
            #expect(message(escaped, ["http_proxy": "http://ann%3Asecret%40proxy:x"]) == hint("http_proxy"))
        }

        @Test("Gives no advice about a proxy for other errors")
        func otherErrors() {
            let proxies = ["http_proxy": "http://ann:s/ecret@proxy.example.com"]
            #expect(message("Operation timed out", proxies, result: 28) == "Couldn't resolve proxy name")
        }

        @Test(
            "Removes the details if libcurl might take a password for a host",
            arguments: [
                "http://ann:s/ecret@proxy.example.com", "http://ann:s?ecret@proxy.example.com",
                "http://ann:s#ecret@proxy.example.com", "http://ann:s@cret@proxy.example.com",
                "http://ann:s ecret@proxy.example.com", "ann:s/ecret@proxy.example.com", "ann:p@ss/ecret@proxy",
            ])
        func removesMisreadPasswords(url: String) {
            #expect(message("Could not resolve proxy: s", ["http_proxy": url]) == hint("http_proxy"))
            #expect(
                message("ecret", ["https_proxy": "http://proxy.example.com", "ALL_PROXY": url]) == hint("ALL_PROXY"))
        }
    }
#endif
