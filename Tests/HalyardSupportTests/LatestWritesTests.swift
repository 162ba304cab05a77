// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import TestSupport
import Testing

@Suite("LatestWrites")
struct LatestWritesTests {
    /// A writer that waits for permission, and records the values that it wrote.
    private final class Writer: Sendable {
        private let written = Lock<[String]>([])
        private let steps: AsyncStream<Void>
        private let step: AsyncStream<Void>.Continuation
        private let begun: AsyncStream<Void>
        private let begin: AsyncStream<Void>.Continuation

        init() {
            (steps, step) = AsyncStream.makeStream()
            (begun, begin) = AsyncStream.makeStream()
        }

        func write(_ key: String, _ value: Int) async {
            begin.yield()
            for await _ in steps { break }
            written.withLock { $0.append("\(key)=\(value)") }
        }

        func letOn(_ count: Int = 1) { for _ in 0..<count { step.yield() } }
        func untilBegun() async { for await _ in begun { return } }
        var all: [String] { written.withLock { $0 } }
    }

    @Test("Writes only the newest waiting value of each key, in queue order")
    func newest() async {
        let writer = Writer()
        let writes = LatestWrites<String, Int> { await writer.write($0, $1) }
        writes.enqueue("a", 1)
        await writer.untilBegun()
        writes.enqueue("a", 2)
        writes.enqueue("b", 1)
        writes.enqueue("a", 3)
        writer.letOn(3)
        await writes.settle()
        #expect(writer.all == ["a=1", "b=1", "a=3"])
    }

    @Test("Removes waiting values, but not the value that is being written")
    func removing() async {
        let writer = Writer()
        let writes = LatestWrites<String, Int> { await writer.write($0, $1) }
        writes.enqueue("a", 1)
        await writer.untilBegun()
        writes.enqueue("a", 2)
        writes.enqueue("b", 1)
        writes.remove { $0 == "a" }
        writer.letOn(2)
        await writes.settle()
        #expect(writer.all == ["a=1", "b=1"])
    }

    @Test("Settles an idle queue immediately, and lets several callers wait")
    func settling() async {
        let writer = Writer()
        let writes = LatestWrites<String, Int> { await writer.write($0, $1) }
        await writes.settle()
        writes.enqueue("a", 1)
        async let first: Void = writes.settle()
        async let second: Void = writes.settle()
        writer.letOn()
        _ = await (first, second)
        #expect(writer.all == ["a=1"])
    }

    @Test("Starts again after it becomes idle")
    func again() async {
        let written = Recorder<Int>()
        let writes = LatestWrites<String, Int> { written.add($1) }
        for value in 1...100 {
            writes.enqueue("a", value)
            await writes.settle()
        }
        #expect(written.all == Array(1...100))
    }
}
