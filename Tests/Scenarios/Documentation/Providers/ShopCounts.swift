// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// The number of reads of each flag since the last report.
struct ShopCounts: EventBatch {
    private var reads: [String: Int] = [:]

    var count: Int { reads.values.reduce(0, +) }

    mutating func add(_ event: FlagEvent) {
        guard case .counted(let summary) = event else { return }
        for entry in summary.entries { reads[entry.key, default: 0] += entry.valueReads + entry.variantReads }
    }

    mutating func drain(at now: Instant) -> ShopCounts {
        defer { reads = [:] }
        return self
    }

    func encoded() async -> EncodedEvents {
        EncodedEvents([EventPayload.Event(.object(reads.mapValues { .int(Int64($0)) }), count: count)])
    }

    // The shop can't recognize a repeated report, so a failed report is merged into the next one.
    mutating func takeBack(_ batch: ShopCounts) -> Bool {
        reads.merge(batch.reads, uniquingKeysWith: +)
        return true
    }
}

extension ShopFlags {
    /// New sinks for each client that uses the provider.
    var sinks: [ProviderSink] { [ProviderSink(EventDelivery(ShopCounts(), to: counts), of: name)] }

    /// The service that receives the counts, each minute and at each flush.
    private var counts: EventService {
        var counts = EventService(name, noun: "Reads", transport: service.transport, time: service.time) {
            [url, key] payload in
            HTTPRequest(
                url.text(adding: ["counts"]), method: "POST",
                headers: ["Authorization": "Bearer \(key.reveal())", "Content-Type": "application/json"],
                body: JSONWriter.bytes(payload.events[0].json))
        }
        counts.interval = .seconds(60)
        counts.retry.retryCount = 0
        return counts
    }
}
