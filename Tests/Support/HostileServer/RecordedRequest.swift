// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A request as it came over the wire.
package struct RecordedRequest: Sendable, Equatable {
    /// The number of the connection, counted from 0.
    package var connection: Int
    /// The method, such as `GET`.
    package var method: String
    /// What was asked for, such as `/flags?all=1`.
    package var target: String
    /// The header lines as they were sent, without the request line.
    package var headerLines: [String]
    /// The body.
    package var body: [UInt8]

    /// Makes what a test expects.
    package init(connection: Int, method: String, target: String, headerLines: [String], body: [UInt8]) {
        self.connection = connection
        self.method = method
        self.target = target
        self.headerLines = headerLines
        self.body = body
    }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The header lines with names in one spelling, `X-Api-Key`: URLSession on Linux writes them in it, others as they are given.
    package var capitalizedHeaderLines: [String] {
        headerLines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
            let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "-")
            return ([name] + parts.dropFirst().map(String.init)).joined(separator: ":")
        }
    }

    /// The values of all fields of a name, whatever its case.
    package func values(of name: String) -> [String] {
        headerLines.compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
            return String(parts[1].drop { $0 == " " })
        }
    }

    /// The value of the first field of a name, whatever its case; nil where there is none.
    package func value(of name: String) -> String? { values(of: name).first }

    /// Everything that was sent: request line, header lines in the order of their names, body; without the server's port and
    /// what the platform adds to every request.
    package func transcript(withAgent: Bool = false) -> [String] {
        let platform =
            ["Host:", "Accept-Encoding:", "Accept-Language:", "Connection:"] + (withAgent ? [] : ["User-Agent:"])
        let lines = capitalizedHeaderLines.filter { line in !platform.contains { line.hasPrefix($0) } }
        return ["\(method) \(target)"] + lines.sorted() + (body.isEmpty ? [] : [text])
    }
}

/// Takes requests out of what a connection sends.
struct RequestReader {
    private var received: [UInt8] = []

    /// The next request; nil when the connection ends before it is whole.
    ///
    /// - Parameter more: Waits for more bytes and gives none at the end.
    mutating func next(connection: Int, _ more: () -> [UInt8]) -> RecordedRequest? {
        guard let head = take(more, until: { Self.endOfHead(in: $0) }) else { return nil }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count == 3 else { return nil }
        var request = RecordedRequest(
            connection: connection, method: words[0], target: words[1], headerLines: Array(lines.dropFirst()), body: [])
        guard let size = Int(request.value(of: "Content-Length") ?? "0"), size >= 0 else { return nil }
        guard let body = take(more, until: { $0.count >= size ? size : nil }) else { return nil }
        request.body = body
        return request
    }

    private mutating func take(_ more: () -> [UInt8], until end: ([UInt8]) -> Int?) -> [UInt8]? {
        while true {
            if let end = end(received) {
                defer { received.removeFirst(end) }
                return Array(received[..<end])
            }
            let bytes = more()
            if bytes.isEmpty { return nil }
            received += bytes
        }
    }

    private static func endOfHead(in bytes: [UInt8]) -> Int? {
        // A plain loop: generic code that is not optimised made connections under Thread Sanitizer wait for each other.
        var end = 4
        while end <= bytes.count {
            if bytes[end - 1] == 10, bytes[end - 2] == 13, bytes[end - 3] == 10, bytes[end - 4] == 13 { return end }
            end += 1
        }
        return nil
    }
}
