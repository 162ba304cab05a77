// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    extension CurlHandle {
        /// Sets what a request is: its URL, its method, its fields and the size of its body.
        ///
        /// - Parameter timeout: After how many seconds without a connection libcurl gives up by itself.
        func set(_ request: HTTPRequest, timeout: Double) throws(CurlProblem) {
            // A fragment is not sent, and libcurl sees the same text as the rules.
            try set(.url, String(request.url.prefix { $0 != "#" }))
            try set(.connectTimeout, Int(timeout * 1000))
            // Streams that begin at once share one HTTP/2 connection: they wait until the first knows whether it is one.
            // Without TLS nothing ever says so, and they would wait for ever.
            if WebAddress(request.url)?.scheme == "https" { try set(.waitsForConnection, true) }
            switch (request.method, request.body) {
            case ("HEAD", _): try set(.hasNoAnswerBody, true)
            case ("GET", nil): try set(.isGet, true)
            case (let method, nil):
                try set(.isGet, true)
                try set(.method, method)
            case (let method, let body?):
                try set(.hasBody, true)
                try set(.method, method)
                try set(.bodySize, size: body.count)
                try refuseRewinding()
            }
            try set(.headers, lines: Self.lines(of: request))
        }

        private static func lines(of request: HTTPRequest) -> [String] {
            var lines = request.headers.names.map { name in
                let value = request.headers[name] ?? ""
                // libcurl takes a name with a colon alone for a field to leave out.
                return value.isEmpty ? "\(name);" : "\(name): \(value)"
            }
            if request.body != nil {
                if request.headers["Content-Type"] == nil {
                    lines.append("Content-Type: \(HTTPRequest.defaultContentType)")
                }
                // Otherwise, libcurl asks the server before it sends a megabyte, and waits for a second.
                if request.headers["Expect"] == nil { lines.append("Expect:") }
            } else if request.method == "POST" {
                lines.append("Content-Length: 0")
            }
            return lines
        }
    }
#endif
