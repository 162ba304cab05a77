// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import HalyardSupport

    /// The proxies that libcurl reads from the environment, whose credentials its messages might quote.
    enum EnvironmentProxies {
        /// The environment variables that libcurl reads.
        private static let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

        /// The results of libcurl that can be about a proxy: COULDNT_RESOLVE_PROXY, COULDNT_CONNECT, and PROXY.
        private static let proxyResults: Set<Int32> = [5, 7, 97]

        /// Returns a libcurl message without a proxy's credentials.
        ///
        /// libcurl quotes the complete text of a proxy that it can't use, and its buffer can end anywhere in that text. If a
        /// password has unescaped characters, libcurl even treats part of it as the host. So a detailed message is used only if it
        /// can't contain credentials.
        ///
        /// - Parameters:
        ///   - detailed: The message for this error.
        ///   - general: The message for all errors of this kind.
        ///   - result: The result code.
        ///   - environment: Returns the value of an environment variable.
        static func redacted(
            _ detailed: String, general: String, result: Int32,
            environment: (String) -> String? = Platform.environment
        ) -> String {
            let proxies = names.compactMap { name in environment(name).map { (name: name, url: $0) } }
                .filter { $0.url.contains("@") || $0.url.contains("%40") }
            if let proxy = proxies.first(where: { !isValid($0.url) }) {
                guard proxyResults.contains(result) else { return general }
                return "\(general). The proxy in the environment variable \(proxy.name) isn't a valid URL. "
                    + "Percent-encode special characters in its user name and password"
            }
            let quotesProxy = detailed.hasPrefix("Unsupported proxy") || detailed.contains("://")
            return quotesProxy && !proxies.isEmpty ? general : detailed
        }

        /// Returns a Boolean value that indicates whether libcurl and this library find the same host in a proxy's URL.
        ///
        /// The URL's scheme can be missing.
        private static func isValid(_ url: String) -> Bool {
            let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? Substring(url)
            guard let address = WebAddress("http://" + rest) else { return false }
            return ["", "/"].contains(address.path) && address.query == nil && address.fragment == nil
        }
    }
#endif
