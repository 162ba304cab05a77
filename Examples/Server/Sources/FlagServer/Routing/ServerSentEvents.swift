// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import Halyard
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// One event of a stream to a client.
struct ServerSentEvent: Sendable, Equatable {
    /// The event's name; nil for "message".
    var name: String?
    var data: String

    init(_ name: String? = nil, _ data: FlagValue) { (self.name, self.data) = (name, JSONWriter.text(data)) }

    /// The event on the wire. JSON on one line has no line ends.
    var text: String { (name.map { "event: \($0)\n" } ?? "") + "data: \(data)\n\n" }
}

/// What one stream sends.
protocol EventFeed: Sendable {
    /// The events since the last call; called when the stream opens, and after each change.
    mutating func events() -> [ServerSentEvent]
}

extension Response {
    /// A stream that lives until the client goes away, the changes end, or the server is shut down.
    ///
    /// - Parameters:
    ///   - request: The request, whose body has been read or is empty.
    ///   - changes: When to ask the feed.
    ///   - heartbeat: The time between two comments, by which both sides notice that the other is gone.
    ///   - feed: What to send.
    static func stream(
        to request: Request, on changes: some AsyncSequence<Void, Never> & Sendable,
        heartbeat: Duration = .seconds(30), _ feed: some EventFeed
    ) -> Response {
        let heads: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-cache"]
        return Response(
            status: .ok, headers: heads,
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
                            if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                        case .heartbeat: try await writer.write(ByteBuffer(string: ":\n"))
                        case .end: return
                        }
                    }
                }
                try await writer.finish(nil)
            })
    }
}

private enum Wake: Sendable {
    case change
    case heartbeat
    case end
}
