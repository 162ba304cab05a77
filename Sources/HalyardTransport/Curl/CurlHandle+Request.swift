// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    extension CurlHandle {
        /// Sets the URL, the method, the fields, and the size of the body.
        ///
        /// - Parameter timeout: The time in seconds without a connection after which libcurl gives up.
        func set(_ request: HTTPRequest, timeout: Double) throws(CurlProblem) {
            // A fragment isn't sent, and libcurl must see the same text as our rules.
            try set(.url, String(request.url.prefix { $0 != "#" }))
            try set(.connectTimeout, Int(timeout * 1000))
            // Streams that begin at the same time share one HTTP/2 connection. They wait until it's clear whether the first
            // connection uses HTTP/2. Without TLS, this never becomes clear, so they would wait forever.
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
                // libcurl removes a field if its name is followed only by a colon.
                return value.isEmpty ? "\(name);" : "\(name): \(value)"
            }
            if request.body != nil {
                if request.headers["Content-Type"] == nil {
                    lines.append("Content-Type: \(HTTPRequest.defaultContentType)")
                }
                // Otherwise, libcurl requests permission before it sends a megabyte, and waits for a second.
                if request.headers["Expect"] == nil { lines.append("Expect:") }
            } else if request.method == "POST" {
                lines.append("Content-Length: 0")
            }
            return lines
        }
    }
#endif
