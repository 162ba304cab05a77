// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A request as the client sent it.
package struct RecordedRequest: Sendable, Equatable {
    /// The number of the connection, counted from 0.
    package var connection: Int
    /// The method, such as `GET`.
    package var method: String
    /// The request target, such as `/flags?all=1`.
    package var target: String
    /// The header lines as they were sent, without the request line.
    package var headerLines: [String]
    /// The body.
    package var body: [UInt8]

    /// Creates an expected request.
    package init(connection: Int, method: String, target: String, headerLines: [String], body: [UInt8]) {
        self.connection = connection
        self.method = method
        self.target = target
        self.headerLines = headerLines
        self.body = body
    }

    /// The body as a string.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The header lines with capitalized names, such as `X-Api-Key`.
    ///
    /// URLSession on Linux capitalizes names, and other clients don't change them.
    package var capitalizedHeaderLines: [String] {
        headerLines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
            let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "-")
            return ([name] + parts.dropFirst().map(String.init)).joined(separator: ":")
        }
    }

    /// Returns the values of all fields with a name, ignoring case.
    package func values(of name: String) -> [String] {
        headerLines.compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
            return String(parts[1].drop { $0 == " " })
        }
    }

    /// Returns the value of the first field with a name, ignoring case, or `nil` if there is no such field.
    package func value(of name: String) -> String? { values(of: name).first }

    /// Returns the request line, the sorted header lines, and the body, without the header fields that the platform adds to
    /// every request.
    package func transcript(withAgent: Bool = false) -> [String] {
        let platform =
            ["Host:", "Accept-Encoding:", "Accept-Language:", "Connection:"] + (withAgent ? [] : ["User-Agent:"])
        let lines = capitalizedHeaderLines.filter { line in !platform.contains { line.hasPrefix($0) } }
        return ["\(method) \(target)"] + lines.sorted() + (body.isEmpty ? [] : [text])
    }
}

/// A parser for the requests of a connection.
struct RequestReader {
    private var received: [UInt8] = []

    /// Returns the next request, or `nil` if the connection ends before the request is complete.
    ///
    /// - Parameter more: A closure that waits for more bytes, and returns an empty array at the end.
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
        // This is a plain loop because unoptimized generic code made connections wait for each other under Thread Sanitizer.
        var end = 4
        while end <= bytes.count {
            if bytes[end - 1] == 10, bytes[end - 2] == 13, bytes[end - 3] == 10, bytes[end - 4] == 13 { return end }
            end += 1
        }
        return nil
    }
}
