// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Bytes that a server sends, which can be created from a string literal.
package struct Wire: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The bytes.
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(stringLiteral text: String) { bytes = Array(text.utf8) }

    package static func + (left: Wire, right: Wire) -> Wire { Wire(left.bytes + right.bytes) }

    /// Returns a status line and header lines, followed by an empty line.
    package static func head(_ status: Int, _ lines: [String] = []) -> Wire {
        let all = ["HTTP/1.1 \(status) Status"] + lines + ["", ""]
        return Wire(Array(all.joined(separator: "\r\n").utf8))
    }

    /// Returns a complete response with a Content-Length, which is the body's length by default.
    package static func response(
        _ status: Int = 200, _ lines: [String] = [], body: Wire = "", contentLength: Int? = nil
    ) -> Wire {
        guard status >= 200, status != 204, status != 304 else { return head(status, lines) }
        return head(status, lines + ["Content-Length: \(contentLength ?? body.bytes.count)"]) + body
    }

    /// Returns the head of a chunked response.
    package static func chunkedHead(_ status: Int = 200, _ lines: [String] = []) -> Wire {
        head(status, lines + ["Transfer-Encoding: chunked"])
    }

    /// Returns one chunk.
    ///
    /// An empty chunk is the last one.
    package static func chunk(_ body: Wire) -> Wire {
        Wire(Array(String(body.bytes.count, radix: 16).utf8) + [13, 10]) + body + "\r\n"
    }

    /// The end of a chunked response.
    package static let lastChunk: Wire = "0\r\n\r\n"

    /// Returns a chunked response, with or without its end.
    package static func chunked(
        _ status: Int = 200, _ lines: [String] = [], chunks: [Wire], isComplete: Bool = true
    ) -> Wire {
        chunks.reduce(chunkedHead(status, lines)) { $0 + chunk($1) } + (isComplete ? lastChunk : "")
    }

    /// The head of a chunked stream of server-sent events.
    package static let eventStream = chunkedHead(200, ["Content-Type: text/event-stream"])

    /// Returns a server-sent event as one chunk.
    package static func event(_ name: String, _ data: String) -> Wire { chunk("event: \(name)\ndata: \(data)\n\n") }

    /// A comment of an event stream as one chunk, which services send to keep an idle stream open.
    package static let heartbeat = chunk(":\n\n")

    /// Returns a redirect without a body.
    package static func redirect(_ status: Int, to location: String) -> Wire {
        response(status, ["Location: \(location)"])
    }

    /// An informational response, which can precede the response.
    package static let earlyHints = head(103, ["Link: </style.css>; rel=preload"])

    /// Returns a 401 response with a challenge, for which some clients wait forever.
    package static func unauthorized(challenge: String = "Basic realm=\"flags\"", body: Wire = "no") -> Wire {
        response(401, ["WWW-Authenticate: \(challenge)"], body: body)
    }

    /// Returns a response with a header field value of a number of bytes.
    package static func oversizedHeader(bytes: Int) -> Wire {
        response(200, ["X-Long: \(String(repeating: "x", count: bytes))"], body: "ok")
    }

    /// The uncompressed content of ``gzipped``, which repeats `flag ` 100 times.
    package static let plain = Wire(Array(String(repeating: "flag ", count: 100).utf8))

    /// The content of ``plain``, compressed by gzip.
    package static let gzipped = Wire([
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0xcb, 0x49, 0x4c, 0x57, 0x48,
        0x1b, 0x25, 0x46, 0x12, 0x01, 0x00, 0x90, 0x33, 0x84, 0x76, 0xf4, 0x01, 0x00, 0x00,
    ])
}

extension Wire {
    /// Returns a response with a body and an optional ETag.
    package static func flags(_ body: String, tag: String? = nil) -> Wire {
        .response(200, tag.map { ["ETag: " + $0] } ?? [], body: Wire(Array(body.utf8)))
    }
}

extension Step {
    /// Returns steps that send a response with a body and an optional ETag.
    package static func flags(_ body: String, tag: String? = nil) -> [Step] { [.send(.flags(body, tag: tag))] }
}
