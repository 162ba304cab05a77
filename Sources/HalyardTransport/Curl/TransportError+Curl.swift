// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    extension TransportError.Kind {
        /// Creates the kind of error for a result of libcurl (`CURLcode`).
        ///
        /// - Parameter hasHead: A Boolean value that indicates whether a response had begun. An unknown result then counts as a
        ///   lost connection.
        init(curl result: Int32, hasHead: Bool) {
            switch result {
            // The scheme, the URL, the response, or its compression: UNSUPPORTED_PROTOCOL, URL_MALFORMAT,
            // WEIRD_SERVER_REPLY, BAD_CONTENT_ENCODING, TOO_LARGE.
            case 1, 3, 8, 61, 100: self = .malformed
            // A name or a connection (5 to 7), a proxy, or TLS: SSL_CONNECT_ERROR, SSL_CERTPROBLEM, SSL_CIPHER,
            // PEER_FAILED_VERIFICATION, SSL_CACERT_BADFILE, SSL_SHUTDOWN_FAILED, SSL_CRL_BADFILE, SSL_ISSUER_ERROR,
            // SSL_PINNEDPUBKEYNOTMATCH, SSL_INVALIDCERTSTATUS, PROXY, SSL_CLIENTCERT.
            case 5, 6, 7, 35, 58, 59, 60, 77, 80, 82, 83, 90, 91, 97, 98: self = .unreachable
            // HTTP2, PARTIAL_FILE, GOT_NOTHING, SEND_ERROR, RECV_ERROR, SEND_FAIL_REWIND, HTTP2_STREAM.
            case 16, 18, 52, 55, 56, 65, 92: self = .disconnected
            // OPERATION_TIMEDOUT
            case 28: self = .timedOut
            default: self = hasHead ? .disconnected : .other
            }
        }
    }
#endif
