// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

extension Suite {
    /// The speed of parsing server-sent events in chunks of 16 KB, compared with a plain `memchr` scan for line ends.
    static let streams = Suite(
        rows: [
            Row(
                name: "event stream parsed, events of about 85 bytes, against a memchr line scan", measure: .time,
                work: "parse small events", baseline: "scan small events", limit: .ratioAtLeast(0.1)),
            Row(
                name: "an event of about 85 bytes parsed, instructions against what they were", measure: .instructions,
                work: "parse small events", limit: .noRise(since: Recorded.smallEvent)),
            Row(
                name: "event stream parsed, events of about 1 MB, against a memchr line scan", measure: .time,
                work: "parse large events", baseline: "scan large events", limit: .ratioAtLeast(0.1), isGenerous: true),
        ], rounds: 20
    ) {
        let small = (0..<100_000).map { number in
            "event: patch\ndata: {\"path\":\"/flag-\(100_000 + number)\",\"data\":{\"version\":7,\"value\":true}}\nid: 12345678\n\n"
        }.joined()
        let large =
            "event: put\ndata: " + String(repeating: "{\"path\":\"/\",\"data\":[1,2,3]}", count: 40_000) + "\n\n"
        return EventStream("small events", small, events: 100_000).works
            + EventStream("large events", String(repeating: large, count: 8), events: 8).works
    }

    /// A stream's bytes.
    private struct EventStream {
        let name: String
        let chunks: [[UInt8]]
        let events: Int

        init(_ name: String, _ text: String, events: Int) {
            (self.name, self.events) = (name, events)
            let bytes = Array(text.utf8)
            chunks = stride(from: 0, to: bytes.count, by: 16_384).map {
                Array(bytes[$0..<min($0 + 16_384, bytes.count)])
            }
        }

        var works: [Work] {
            [
                Work("scan \(name)", repetitions: events) { times in whole(times) { _ in scan() } },
                Work("parse \(name)", repetitions: events) { times in whole(times, parse) },
            ]
        }

        /// Processes the stream repeatedly, for a number of events.
        private func whole(_ times: Int, _ body: (_ events: Int) -> Int) -> Int {
            stride(from: 0, to: times, by: events).reduce(0) { sum, done in sum + body(min(events, times - done)) }
        }

        private func scan() -> Int {
            var lines = 0
            for chunk in chunks {
                chunk.withUnsafeBytes { buffer in
                    var start = 0
                    while start < buffer.count, let base = buffer.baseAddress,
                        let found = memchr(base + start, 0x0A, buffer.count - start)
                    {
                        start = UnsafeRawPointer(found) - base + 1
                        lines += 1
                    }
                }
            }
            return lines
        }

        /// Parses the stream, at least to the end of a number of events.
        private func parse(_ enough: Int) -> Int {
            var parser = ServerSentEventParser()
            var items: [ServerSentEventParser.Item] = []
            var found = 0
            for chunk in chunks where found < enough {
                items.removeAll(keepingCapacity: true)
                do {
                    try parser.parse(chunk[...], into: &items)
                } catch {
                    preconditionFailure("\(error)")
                }
                found += items.count
            }
            precondition(enough < events ? found >= enough : found == events, "The parser missed an event.")
            return found
        }
    }
}
