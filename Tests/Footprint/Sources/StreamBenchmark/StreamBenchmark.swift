// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Reports how fast server-sent events are read, against a bare `memchr` line scan of the same bytes in the same run.
///
/// Exits 1 when the parser reads less than a tenth of what the scan does.
@main
struct StreamBenchmark {
    struct Row {
        var name: String
        var chunks: [[UInt8]]
        var events: Int
        var bestScan = Duration.seconds(3600)
        var bestParse = Duration.seconds(3600)

        init(_ name: String, _ text: String, events: Int) {
            self.name = name
            self.events = events
            let bytes = Array(text.utf8)
            chunks = stride(from: 0, to: bytes.count, by: 16_384).map {
                Array(bytes[$0..<min($0 + 16_384, bytes.count)])
            }
        }

        var size: Int { chunks.reduce(0) { $0 + $1.count } }

        func speed(_ time: Duration) -> Double { Double(size) / (time / .seconds(1)) }
    }

    static func main() {
        let small = (0..<100_000).map { number in
            "event: patch\ndata: {\"path\":\"/flag-\(100_000 + number)\",\"data\":{\"version\":7,\"value\":true}}\nid: 12345678\n\n"
        }.joined()
        let large =
            "event: put\ndata: " + String(repeating: "{\"path\":\"/\",\"data\":[1,2,3]}", count: 40_000) + "\n\n"
        var rows = [
            Row("events of about 85 bytes", small, events: 100_000),
            Row("events of about 1 MB", String(repeating: large, count: 8), events: 8),
        ]
        for _ in 0..<40 {
            for index in rows.indices {
                let row = rows[index]
                rows[index].bestScan = min(row.bestScan, measure { scan(row.chunks) })
                rows[index].bestParse = min(row.bestParse, measure { parse(row) })
            }
        }
        var isFastEnough = true
        for row in rows {
            let (scan, parse) = (row.speed(row.bestScan), row.speed(row.bestParse))
            isFastEnough = isFastEnough && parse >= 0.1 * scan
            print(
                "event stream, \(row.name): \(millions(parse)) MB/s parsed, \(millions(scan)) MB/s scanned by memchr,",
                "\((parse / scan * 100).rounded() / 100) x")
        }
        if !isFastEnough {
            print("event stream: slower than a tenth of the scan")
            exit(1)
        }
    }

    private static func measure(_ body: () -> Int) -> Duration {
        let start = ContinuousClock.now
        let count = body()
        precondition(count > 0, "nothing was found")
        return ContinuousClock.now - start
    }

    private static func scan(_ chunks: [[UInt8]]) -> Int {
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

    private static func parse(_ row: Row) -> Int {
        var parser = ServerSentEventParser()
        var items: [ServerSentEventParser.Item] = []
        var found = 0
        for chunk in row.chunks {
            items.removeAll(keepingCapacity: true)
            do {
                try parser.parse(chunk[...], into: &items)
            } catch {
                preconditionFailure("\(error)")
            }
            found += items.count
        }
        precondition(found == row.events, "every event is found")
        return found
    }

    private static func millions(_ number: Double) -> Int { Int(number / 1_000_000) }
}
