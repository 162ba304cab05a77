// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// Reports how often each flag was read, at each flush.
final class ShopSink: EventSink {
    private enum Item {
        case event(FlagEvent)
        case close(CheckedContinuation<Void, Never>)
        case send(CheckedContinuation<Void, Never>)
    }

    let capabilities = SinkCapabilities(interest: .counts, acceptsTrackingEvents: false)
    private let items: AsyncStream<Item>.Continuation

    /// Creates a sink.
    ///
    /// - Parameter post: Sends counts by flag; throws if the service didn't accept them.
    init(post: @escaping @Sendable ([String: Int]) async throws -> Void) {
        let (stream, items) = AsyncStream.makeStream(of: Item.self)
        self.items = items
        Task {
            var feed = EventFeed()
            var isOnline = false
            var counts: [String: Int] = [:]
            for await item in stream {
                switch item {
                case .event(.attached(let clientFeed)): feed = clientFeed
                case .event(.modeChanged(let mode)): isOnline = mode != .offline
                case .event(.consentChanged(false)): counts = [:]
                case .event(.counted(let summary)):
                    for entry in summary.entries { counts[entry.key, default: 0] += entry.valueReads }
                case .event: break
                case .close(let flush):
                    // What was counted since the last flush comes before the next item.
                    feed.closeWindow()
                    if case .terminated = items.yield(.send(flush)) { flush.resume() }
                case .send(let flush):
                    if isOnline, !counts.isEmpty {
                        do {
                            try await post(counts)
                            counts = [:]
                        } catch {
                            // They are sent with the next report.
                            feed.report(Diagnostic("metricsFailed", .warning, "The counts weren't sent: \(error)."))
                        }
                    }
                    flush.resume()
                }
            }
        }
    }

    func receive(_ event: FlagEvent) { items.yield(.event(event)) }

    func flush() async {
        await withCheckedContinuation { flush in
            // Nothing is sent any more after the sink's end.
            if case .terminated = items.yield(.close(flush)) { flush.resume() }
        }
    }

    func detach() async { items.finish() }
}

extension ShopFlags {
    /// A new sink for each client that uses the provider.
    var sinks: [ProviderSink] { [ProviderSink(ShopSink(post: report), of: name)] }

    /// Sends counts, and sends them once more if that may help.
    @Sendable private func report(_ counts: [String: Int]) async throws {
        let request = HTTPRequest(
            url.text(adding: ["counts"]), method: "POST",
            headers: ["Authorization": "Bearer \(key.reveal())", "Content-Type": "application/json"],
            body: JSONWriter.bytes(.object(counts.mapValues { .int(Int64($0)) })))
        switch await service.transport.send(request, retrying: .standard) {
        case .delivered: return
        case .dropped(let head): throw FlagError(.general, "The service answered \(head.status)")
        case .failed(let failure): throw failure
        }
    }
}
