// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import HalyardSupport

    /// The proxies that libcurl reads from the environment, whose credentials its messages may quote.
    enum EnvironmentProxies {
        /// The environment variables that libcurl reads.
        private static let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

        /// Returns a message of libcurl without credentials of a proxy.
        ///
        /// libcurl quotes the whole URL of a proxy, which its buffer may cut off anywhere. From a URL whose password has unescaped
        /// characters, it even takes part of the password for the host. So a detailed message is used only if no proxy has
        /// credentials, or if they can't be in the message.
        ///
        /// - Parameters:
        ///   - detailed: The message for this error.
        ///   - general: The message for all errors of this kind.
        ///   - environment: Returns the value of an environment variable.
        static func redacted(
            _ detailed: String, general: String, environment: (String) -> String? = Platform.environment
        ) -> String {
            let proxies = names.compactMap { name in environment(name).map { (name: name, url: $0) } }
                .filter { $0.url.contains("@") }
            if let proxy = proxies.first(where: { !isValid($0.url) }) {
                return "\(general). The proxy in the environment variable \(proxy.name) is not a valid URL. "
                    + "Percent-encode special characters in its user name and password"
            }
            return proxies.isEmpty || !detailed.contains("://") ? detailed : general
        }

        /// Whether libcurl and this library see the same host in a proxy's URL, whose scheme may be missing.
        private static func isValid(_ url: String) -> Bool {
            let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? Substring(url)
            guard let address = WebAddress("http://" + rest) else { return false }
            return ["", "/"].contains(address.path) && address.query == nil && address.fragment == nil
        }
    }
#endif
