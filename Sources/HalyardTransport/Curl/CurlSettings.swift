// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    /// What all transfers of a transport have in common.
    struct CurlSettings: Sendable {
        let library: CurlLibrary

        /// CURL_HTTP_VERSION_1_1 and CURL_HTTP_VERSION_2TLS: HTTP/2 where a TLS server offers it.
        private var httpVersion: Int { library.has(.http2) ? 4 : 2 }
        /// CURLPROTO_HTTP | CURLPROTO_HTTPS
        private static let webOnly = 3

        /// Sets a fresh handle's options.
        func apply(to handle: CurlHandle) throws(CurlProblem) {
            try handle.set(.acceptsNoSignals, true)
            try handle.set(.httpVersion, httpVersion)
            try handle.set(.protocols, Self.webOnly)
            try handle.set(.bufferSize, 64 << 10)
            // With every encoding that this libcurl decodes.
            try handle.set(.acceptedEncodings, "")
            try handle.set(.suppressesProxyHeads, true)
            // A transfer that is cancelled while its name is looked up leaves that behind, where libcurl can; before 7.87
            // it waits, and so does everything else on the thread.
            if library.isAtLeast(7, 87) { try handle.set(.leavesResolverBehind, true) }
        }
    }
#endif
