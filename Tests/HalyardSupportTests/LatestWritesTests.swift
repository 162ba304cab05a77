// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardSupport

/// Writes slowly: each write waits until it is let through.
private final class SlowWriter: Sendable {
    private let log = Lock<[String]>([])
    private let started: AsyncStream<Void>
    private let starting: AsyncStream<Void>.Continuation
    private let gate: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() {
        (started, starting) = AsyncStream.makeStream()
        (gate, opening) = AsyncStream.makeStream()
    }

    var written: [String] { log.withLock { $0 } }

    func write(_ key: String, _ value: Int) async {
        starting.yield()
        for await _ in gate { break }
        log.withLock { $0.append("\(key)=\(value)") }
    }

    func untilStarted() async { for await _ in started { return } }

    func letThrough(_ count: Int) { for _ in 0..<count { opening.yield() } }
}

@Suite("LatestWrites")
struct LatestWritesTests {
    private let writer = SlowWriter()
    private let writes: LatestWrites<String, Int>

    init() { writes = LatestWrites { [writer] in await writer.write($0, $1) } }

    @Test("of what waits under a key only the newest is written, and keys keep the order of their newest value")
    func newest() async {
        writes.put("a", 1)
        await writer.untilStarted()
        for (key, value) in [("a", 2), ("b", 3), ("a", 4), ("b", 5), ("a", 6)] { writes.put(key, value) }
        writer.letThrough(3)
        await writes.settle()
        #expect(writer.written == ["a=1", "b=5", "a=6"])
    }

    @Test("what waits can be taken out of the line, what is being written cannot")
    func removal() async {
        writes.put("a", 1)
        await writer.untilStarted()
        writes.put("a", 2)
        writes.put("b", 3)
        writes.remove { $0 == "a" }
        writer.letThrough(2)
        await writes.settle()
        #expect(writer.written == ["a=1", "b=3"])
    }

    @Test("settling with nothing to write returns at once, and after a pause it writes again")
    func idle() async {
        await writes.settle()
        writer.letThrough(2)
        writes.put("a", 1)
        await writes.settle()
        writes.put("a", 2)
        await writes.settle()
        #expect(writer.written == ["a=1", "a=2"])
    }
}
