// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Bytes as a server sends them; a string literal stands for its UTF-8.
package struct Wire: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The bytes.
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(stringLiteral text: String) { bytes = Array(text.utf8) }

    package static func + (left: Wire, right: Wire) -> Wire { Wire(left.bytes + right.bytes) }

    /// A status line and header lines, and the empty line behind them; nothing is added.
    package static func head(_ status: Int, _ lines: [String] = []) -> Wire {
        let all = ["HTTP/1.1 \(status) Status"] + lines + ["", ""]
        return Wire(Array(all.joined(separator: "\r\n").utf8))
    }

    /// A whole answer with a Content-Length, which is the body's unless another one is given.
    package static func response(
        _ status: Int = 200, _ lines: [String] = [], body: Wire = "", contentLength: Int? = nil
    ) -> Wire {
        guard status >= 200, status != 204, status != 304 else { return head(status, lines) }
        return head(status, lines + ["Content-Length: \(contentLength ?? body.bytes.count)"]) + body
    }

    /// The head of an answer in chunks.
    package static func chunkedHead(_ status: Int = 200, _ lines: [String] = []) -> Wire {
        head(status, lines + ["Transfer-Encoding: chunked"])
    }

    /// One chunk; an empty one is the last.
    package static func chunk(_ body: Wire) -> Wire {
        Wire(Array(String(body.bytes.count, radix: 16).utf8) + [13, 10]) + body + "\r\n"
    }

    /// What ends a chunked answer.
    package static let lastChunk: Wire = "0\r\n\r\n"

    /// A whole answer in chunks, or one that lacks its end.
    package static func chunked(
        _ status: Int = 200, _ lines: [String] = [], chunks: [Wire], isComplete: Bool = true
    ) -> Wire {
        chunks.reduce(chunkedHead(status, lines)) { $0 + chunk($1) } + (isComplete ? lastChunk : "")
    }

    /// The head of a stream of server-sent events, in chunks.
    package static let eventStream = chunkedHead(200, ["Content-Type: text/event-stream"])

    /// An event of such a stream, as one chunk.
    package static func event(_ name: String, _ data: String) -> Wire { chunk("event: \(name)\ndata: \(data)\n\n") }

    /// A comment of such a stream, as one chunk: what services send so that a quiet stream stays up.
    package static let heartbeat = chunk(":\n\n")

    /// A redirect, without a body.
    package static func redirect(_ status: Int, to location: String) -> Wire {
        response(status, ["Location: \(location)"])
    }

    /// What may come before the answer: an informational one.
    package static let earlyHints = head(103, ["Link: </style.css>; rel=preload"])

    /// A 401 with a challenge, on which some clients wait for ever.
    package static func unauthorized(challenge: String = "Basic realm=\"flags\"", body: Wire = "no") -> Wire {
        response(401, ["WWW-Authenticate: \(challenge)"], body: body)
    }

    /// An answer with a header line of so many bytes.
    package static func oversizedHeader(bytes: Int) -> Wire {
        response(200, ["X-Long: \(String(repeating: "x", count: bytes))"], body: "ok")
    }

    /// The text that ``gzipped`` holds: 100 times `flag `.
    package static let plain = Wire(Array(String(repeating: "flag ", count: 100).utf8))

    /// ``plain``, compressed by gzip.
    package static let gzipped = Wire([
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0xcb, 0x49, 0x4c, 0x57, 0x48,
        0x1b, 0x25, 0x46, 0x12, 0x01, 0x00, 0x90, 0x33, 0x84, 0x76, 0xf4, 0x01, 0x00, 0x00,
    ])
}

extension Wire {
    /// An answer that is this text, with a tag for its version.
    package static func flags(_ body: String, tag: String? = nil) -> Wire {
        .response(200, tag.map { ["ETag: " + $0] } ?? [], body: Wire(Array(body.utf8)))
    }
}

extension Step {
    /// An answer that is this text, with a tag for its version.
    package static func flags(_ body: String, tag: String? = nil) -> [Step] { [.send(.flags(body, tag: tag))] }
}
