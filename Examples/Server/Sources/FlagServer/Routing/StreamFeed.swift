// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// What one stream sends.
protocol StreamFeed: Sendable {
    /// The events since the last call; called when the stream opens, and after each change.
    mutating func events() -> [ServerSentEvent]
}

extension Response {
    /// A stream that lives until the client goes away, the changes end, or the server is shut down.
    ///
    /// - Parameters:
    ///   - request: The request, whose body has not been touched.
    ///   - changes: When to ask the feed; the first element opens the stream.
    ///   - heartbeat: The time between two comments, by which both sides notice that the other is gone.
    ///   - feed: What to send.
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

/// A line that clients pass over.
private let comment = ":\n"

private enum Wake: Sendable {
    case change
    case heartbeat
    case end
}
