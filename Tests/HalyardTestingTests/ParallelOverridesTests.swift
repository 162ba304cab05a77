// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

/// Checks the shared client after all tests of the suite.
private struct LeavesNothingBehind: SuiteTrait, TestScoping {
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite ? self : nil }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await function()
        let client = await ParallelOverridesTests.sharedClient()
        #expect(client[.limit] == 10_000)
        #expect(client.details(of: .limit).origin == Origin(.memory, provider: "memory"))
    }
}

/// A barrier that tasks wait at until all of them have arrived.
private final class Barrier: Sendable {
    private let size: Int
    private let count = Lock(0)
    private let isOpen = CurrentValue(false)

    init(_ size: Int) { self.size = size }

    func meet() async {
        let arrived = count.withLock { count in
            count += 1
            return count
        }
        if arrived == size { isOpen.set(true) }
        for await isOpen in isOpen.values() where isOpen { break }
    }
}

@Suite("Parallel overrides of one flag", LeavesNothingBehind())
struct ParallelOverridesTests {
    private static let client = FlagClient(provider: InMemoryFlagProvider(["limit": 10_000]), options: .manual())

    static func sharedClient() async -> FlagClient {
        await client.start()
        return client
    }

    /// Checks reads in this task and its child tasks, and yields so that other tasks can run in between.
    private func expectOnly(_ value: Int) async {
        let client = await Self.sharedClient()
        for _ in 0..<20 {
            #expect(client[.limit] == value)
            await Task.yield()
            async let child = client[.limit]
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        await Task.yield()
                        return client.snapshot()[.limit]
                    }
                }
                for await read in group { #expect(read == value) }
            }
            #expect(await child == value)
        }
    }

    @Test("Serves each of 50 parallel tests its own value", arguments: 0..<50)
    func own(_ value: Int) async {
        await withFlags(.set(.limit, value)) { await expectOnly(value) }
        await expectOnly(10_000)
    }

    @Test(.flags([.limit: 101])) func traitOne() async { await expectOnly(101) }
    @Test(.flags([.limit: 102])) func traitTwo() async { await expectOnly(102) }
    @Test(.flags(["limit": 103])) func traitThree() async { await expectOnly(103) }
    @Test(.flags(.set(.limit, 104))) func traitFour() async { await expectOnly(104) }
    @Test func noTrait() async { await expectOnly(10_000) }

    @Test("Serves each of 50 simultaneous tasks its own value")
    func together() async {
        let client = await Self.sharedClient()
        let barrier = Barrier(50)
        let reads = await withTaskGroup(of: (Int, Int).self) { group in
            for value in 0..<50 {
                group.addTask {
                    await withFlags(.set(.limit, value)) {
                        await barrier.meet()
                        return (value, client[.limit])
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(reads == Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, $0) }))
    }
}
