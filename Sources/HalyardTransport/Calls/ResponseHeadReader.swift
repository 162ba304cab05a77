// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A value that assembles the heads of responses from their lines.
///
/// A response can have several heads, of which all but the last are informational, and trailer lines after its body, which are
/// ignored. A head counts only after its empty line, because a library might report a truncated head as complete.
struct ResponseHeadReader {
    /// The result of a line.
    enum Outcome: Equatable {
        /// More lines are needed, or the line is irrelevant.
        case more
        /// The head is complete, and the body follows.
        case head(HTTPResponseHead)
        /// The response isn't valid HTTP, for this reason.
        case malformed(String)
    }

    private enum Phase: Equatable {
        case statusLine, fields, body
    }

    /// The maximum size of a head in bytes.
    static let sizeLimit = 256 << 10

    private let url: String
    private var phase = Phase.statusLine
    private var head: HTTPResponseHead
    private var lastName: String?
    private var size = 0

    /// Creates a reader.
    ///
    /// - Parameter url: The URL that responds.
    init(url: String) {
        self.url = url
        head = HTTPResponseHead(status: 0, url: url)
    }

    /// A Boolean value that indicates whether the head of the final response is complete.
    var isComplete: Bool { phase == .body }

    /// Handles the next line, with or without its line ending.
    mutating func add(_ bytes: some BidirectionalCollection<UInt8>) -> Outcome {
        let line = bytes.prefix { !(0x0A...0x0D).contains($0) }
        if line.starts(with: "HTTP/".utf8) { return beginHead(String(decoding: line, as: UTF8.self)) }
        guard phase == .fields else {
            return isComplete ? .more : .malformed("The response doesn't begin with a status line")
        }
        size += bytes.count
        guard size <= Self.sizeLimit else { return .malformed("The head has more than \(Self.sizeLimit) bytes") }
        if line.isEmpty { return endOfHead() }
        return add(field: line)
    }

    private mutating func beginHead(_ line: String) -> Outcome {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]), status >= 100 else {
            return .malformed("The status line has no status")
        }
        head = HTTPResponseHead(status: status, url: url)
        (phase, lastName, size) = (.fields, nil, line.utf8.count)
        return .more
    }

    private mutating func endOfHead() -> Outcome {
        guard !(100..<200).contains(head.status) else {
            phase = .statusLine
            return .more
        }
        phase = .body
        return .head(head)
    }

    private mutating func add(field line: some BidirectionalCollection<UInt8>) -> Outcome {
        if let first = line.first, Self.isSpace(first) {
            // A folded line (RFC 9112, section 5.2) continues the previous value.
            if let lastName { head.headers[lastName] = (head.headers[lastName] ?? "") + " " + Self.text(line) }
            return .more
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return .malformed("A header line has no colon")
        }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        guard HTTPHeaders.isToken(name) else { return .malformed("The name of a header field isn't an HTTP token") }
        let value = Self.text(line[line.index(after: colon)...])
        head.headers[name] = head.headers[name].map { "\($0), \(value)" } ?? value
        lastName = name
        return .more
    }

    private static func text(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        String(decoding: bytes.trimming(while: isSpace), as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
