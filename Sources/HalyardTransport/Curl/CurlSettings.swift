// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    /// The common settings of a transport's transfers.
    struct CurlSettings: Sendable {
        let library: CurlLibrary
        var options = NetworkOptions()
        var addresses: [AddressOverride] = []

        /// The HTTP version: CURL_HTTP_VERSION_2TLS (HTTP/2 if a TLS server offers it), or CURL_HTTP_VERSION_1_1.
        private var httpVersion: Int { library.has(.http2) ? 4 : 2 }
        // CURLPROTO_HTTP | CURLPROTO_HTTPS
        private static let webOnly = 3

        /// Sets the options of a new handle.
        func apply(to handle: CurlHandle) throws(CurlProblem) {
            try handle.set(.acceptsNoSignals, true)
            try handle.set(.httpVersion, httpVersion)
            try handle.set(.protocols, Self.webOnly)
            // An empty string selects every encoding that this libcurl decodes.
            try handle.set(.acceptedEncodings, "")
            try handle.set(.suppressesProxyHeads, true)
            // A transfer that is canceled during name resolution abandons the resolution if libcurl supports it. Before 7.87,
            // libcurl waits, and so does everything else on the thread.
            if library.isAtLeast(7, 87) { try handle.set(.leavesResolverBehind, true) }
            if !addresses.isEmpty { try handle.set(.connectTo, lines: addresses.map(\.line)) }
            try setProxy(of: handle)
            try setCertificates(of: handle)
        }

        private func setProxy(of handle: CurlHandle) throws(CurlProblem) {
            handle.readsEnvironment = options.proxy == .environment
            switch options.proxy {
            case .environment:
                if let noProxy = options.noProxy { try handle.set(.noProxy, noProxy.joined(separator: ",")) }
            case .direct:
                // An empty name prevents libcurl from reading the environment.
                try handle.set(.proxy, "")
            case .server(let server):
                if server.scheme == .https, !library.has(.httpsProxies) {
                    throw CurlProblem(
                        "libcurl \(library.version) was built without https proxies (CURLOPT_PROXY). Use an http or socks5 proxy",
                        option: "proxy")
                }
                try handle.set(.proxy, "\(server)")
                try handle.set(.noProxy, (options.noProxy ?? []).joined(separator: ","))
                if let user = server.user { try handle.set(.proxyUser, user) }
                if let password = server.password { try handle.set(.proxyPassword, password) }
            }
        }

        private func setCertificates(of handle: CurlHandle) throws(CurlProblem) {
            switch options.certificateAuthorities {
            case .file(let path):
                try handle.set(.authorities, path)
                try handle.set(.proxyAuthorities, path)
            case .text(let text):
                try handle.set(.authoritiesBytes, bytes: Array(text.utf8))
                try handle.set(.proxyAuthoritiesBytes, bytes: Array(text.utf8))
            case nil: break
            }
            if let client = options.clientCertificate {
                try handle.set(.certificate, .certificateBytes, client.certificate)
                try handle.set(.key, .keyBytes, client.key ?? client.certificate)
                if let password = client.keyPassword { try handle.set(.keyPassword, password) }
            }
            if !options.verifiesPeer {
                try handle.set(.verifiesPeer, false)
                try handle.set(.verifiesHost, false)
                try handle.set(.verifiesProxy, false)
                try handle.set(.verifiesProxyHost, false)
            }
        }
    }

    extension CurlHandle {
        fileprivate func set(_ file: CurlOption, _ bytes: CurlOption, _ pem: PEM) throws(CurlProblem) {
            switch pem {
            case .file(let path): try set(file, path)
            case .text(let text): try set(bytes, bytes: Array(text.utf8))
            }
        }
    }
#endif
