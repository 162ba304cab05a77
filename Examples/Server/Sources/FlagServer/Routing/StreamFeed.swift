// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// A source of events for a stream.
protocol StreamFeed: Sendable {
    /// Returns the events since the last call.
    ///
    /// Called when the stream opens, and after each change.
    mutating func events() -> [ServerSentEvent]
}

extension Response {
    /// Returns a stream that ends when the client disconnects, the changes end, or the server shuts down.
    ///
    /// - Parameters:
    ///   - request: The request, with an unread body.
    ///   - changes: The changes after which the feed is called. The first element opens the stream.
    ///   - heartbeat: The interval of comments, which help both sides to notice a lost connection.
    ///   - feed: The source of events.
    static func stream(
        to request: Request, on changes: some AsyncSequence<Void, Never> & Sendable,
        heartbeat: Duration = .seconds(30), _ feed: some StreamFeed
    ) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    var feed = feed
                    let wakes = merge(
                        chain(changes.map { Wake.change }, [Wake.end].async),
                        AsyncTimerSequence(interval: heartbeat, clock: .continuous).map { _ in Wake.heartbeat })
                    for await wake in wakes.cancelOnGracefulShutdown() {
                        switch wake {
                        case .change:
                            let text = feed.events().map(\.text).joined()
                            try await writer.write(ByteBuffer(string: text.isEmpty ? comment : text))
                        case .heartbeat: try await writer.write(ByteBuffer(string: comment))
                        case .end: return
                        }
                    }
                }
                try await writer.finish(nil)
            })
    }
}

/// A line that clients ignore.
private let comment = ":\n"

private enum Wake: Sendable {
    case change
    case heartbeat
    case end
}
