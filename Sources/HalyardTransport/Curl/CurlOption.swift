// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    /// An option of a transfer, with its public number in libcurl.
    struct CurlOption: Sendable {
        let number: Int32
        /// The name in libcurl's documentation.
        let name: String
        /// The first version that supports it.
        let since: String
        /// The option in ``NetworkOptions`` that requires it, or `nil` for none.
        let meaning: String?

        init(_ number: Int32, _ name: String, since: String = "7.68.0", for meaning: String? = nil) {
            (self.number, self.name, self.since, self.meaning) = (number, "CURLOPT_" + name, since, meaning)
        }

        // Numbers.
        static let acceptsNoSignals = CurlOption(99, "NOSIGNAL")
        static let connectTimeout = CurlOption(156, "CONNECTTIMEOUT_MS")
        static let hasBody = CurlOption(47, "POST")
        static let hasNoAnswerBody = CurlOption(44, "NOBODY")
        static let httpVersion = CurlOption(84, "HTTP_VERSION")
        static let isGet = CurlOption(80, "HTTPGET")
        static let leavesResolverBehind = CurlOption(322, "QUICK_EXIT", since: "7.87.0")
        static let protocols = CurlOption(181, "PROTOCOLS")
        static let suppressesProxyHeads = CurlOption(265, "SUPPRESS_CONNECT_HEADERS")
        static let verifiesHost = CurlOption(81, "SSL_VERIFYHOST", for: "verifiesPeer")
        static let verifiesPeer = CurlOption(64, "SSL_VERIFYPEER", for: "verifiesPeer")
        static let verifiesProxy = CurlOption(248, "PROXY_SSL_VERIFYPEER", for: "verifiesPeer")
        static let verifiesProxyHost = CurlOption(249, "PROXY_SSL_VERIFYHOST", for: "verifiesPeer")
        static let waitsForConnection = CurlOption(237, "PIPEWAIT")
        static let bodySize = CurlOption(30120, "POSTFIELDSIZE_LARGE")

        // Strings.
        static let acceptedEncodings = CurlOption(10102, "ACCEPT_ENCODING")
        static let authorities = CurlOption(10065, "CAINFO", for: "certificateAuthorities")
        static let certificate = CurlOption(10025, "SSLCERT", for: "clientCertificate")
        static let key = CurlOption(10087, "SSLKEY", for: "clientCertificate.key")
        static let keyPassword = CurlOption(10026, "KEYPASSWD", for: "clientCertificate.keyPassword")
        static let method = CurlOption(10036, "CUSTOMREQUEST")
        static let noProxy = CurlOption(10177, "NOPROXY", for: "noProxy")
        static let proxy = CurlOption(10004, "PROXY", for: "proxy")
        static let proxyAuthorities = CurlOption(10246, "PROXY_CAINFO", for: "certificateAuthorities")
        static let proxyPassword = CurlOption(10176, "PROXYPASSWORD", for: "proxy")
        static let proxyUser = CurlOption(10175, "PROXYUSERNAME", for: "proxy")
        static let url = CurlOption(10002, "URL")

        // Bytes.
        static let authoritiesBytes = CurlOption(40309, "CAINFO_BLOB", since: "7.77.0", for: "certificateAuthorities")
        static let certificateBytes = CurlOption(40291, "SSLCERT_BLOB", since: "7.71.0", for: "clientCertificate")
        static let keyBytes = CurlOption(40292, "SSLKEY_BLOB", since: "7.71.0", for: "clientCertificate.key")
        static let proxyAuthoritiesBytes = CurlOption(
            40310, "PROXY_CAINFO_BLOB", since: "7.77.0", for: "certificateAuthorities")

        // Pointers, lists, and callbacks.
        static let connectTo = CurlOption(10243, "CONNECT_TO", for: "addresses")
        static let errorText = CurlOption(10010, "ERRORBUFFER")
        static let headerContext = CurlOption(10029, "HEADERDATA")
        static let headers = CurlOption(10023, "HTTPHEADER")
        static let onHeader = CurlOption(20079, "HEADERFUNCTION")
        static let onRead = CurlOption(20012, "READFUNCTION")
        static let onWrite = CurlOption(20011, "WRITEFUNCTION")
        static let readContext = CurlOption(10009, "READDATA")
        static let seek = CurlOption(20167, "SEEKFUNCTION")
        static let writeContext = CurlOption(10001, "WRITEDATA")
    }
#endif
