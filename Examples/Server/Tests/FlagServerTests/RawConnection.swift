// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import NIOCore
import NIOPosix

/// The unprocessed response of a connection.
struct RawAnswer {
    private(set) var text = ""
    fileprivate var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

    /// Reads until a string appears, or the connection ends.
    mutating func read(until end: String? = nil) async throws {
        while end.map({ !text.contains($0) }) ?? true, let part = try await parts.next() {
            text += String(buffer: part)
        }
    }
}

/// Sends unprocessed text, and passes the response to a function.
func withConnection(
    to port: Int, sending text: String, _ body: (inout RawAnswer) async throws -> Void
) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "localhost", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: text))
        var answer = RawAnswer(parts: inbound.makeAsyncIterator())
        try await body(&answer)
    }
}

/// Returns the first line of the response to unprocessed text.
func statusLine(at port: Int, _ text: String) async throws -> String {
    var line = ""
    try await withConnection(to: port, sending: text) { answer in
        try await answer.read(until: "\r\n")
        line = answer.text.split(separator: "\r\n").first.map(String.init) ?? ""
    }
    return line
}
