// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import TestSupport
import Testing

@Suite("FirstResult")
struct FirstResultTests {
    @Test("Cancels the work in the same step as the caller", arguments: 1...20)
    func cancelledTogether(round: Int) async {
        let isCancelled = Lock(false)
        let caller = await caller(of: FirstResult()) { isCancelled.withLock { $0 = true } }
        caller.cancel()
        #expect(isCancelled.withLock { $0 })
        #expect(await caller.value == 2)
    }

    @Test("Starts no work for a caller that is already canceled")
    func cancelledBefore() async {
        let begun = Recorder<Void>()
        var work: (@Sendable () async -> Int)?
        weak let released: Recorder<Void>?
        do {
            let captured = Recorder<Void>()
            released = captured
            work = {
                begun.add()
                captured.add()
                return 3
            }
        }
        let result = await Task { [work] in
            withUnsafeCurrentTask { $0?.cancel() }
            guard let work else { return 0 }
            return await FirstResult<Int>().value(within: nil, on: ManualTime(), late: 1, cancelled: 2, of: work)
        }.value
        work = nil
        // The work can't begin after its last reference is gone.
        await until { released == nil }
        #expect(result == 2)
        #expect(begun.count == 0)
    }

    @Test("Cancels the work in the same step when another result arrives")
    func overtaken() async {
        let isCancelled = Lock(false)
        let result = FirstResult<Int>()
        let caller = await caller(of: result) { isCancelled.withLock { $0 = true } }
        result.set(4)
        #expect(isCancelled.withLock { $0 })
        #expect(await caller.value == 4)
    }

    @Test("Cancels the timer in the same step when a result arrives")
    func timer() async {
        let (result, time) = (FirstResult<Int>(), ManualTime())
        let caller = Task { await result.value(within: .seconds(5), on: time, late: 1, cancelled: 2) }
        await time.awaitSleepers()
        result.set(4)
        #expect(time.sleeperCount == 0)
        #expect(await caller.value == 4)
    }

    @Test("Starts no timer and no work if there already is a result")
    func answeredBefore() async {
        let (result, time, begun) = (FirstResult<Int>(), ManualTime(), Recorder<Void>())
        result.set(4)
        let answer = await result.value(within: .seconds(5), on: time, late: 1, cancelled: 2) {
            begun.add()
            return 3
        }
        #expect(answer == 4)
        #expect(time.sleeperCount == 0)
        #expect(begun.count == 0)
    }

    @Test("Calls the handler for a time limit or cancellation, and keeps waiting", arguments: [true, false])
    func handler(isCancelled: Bool) async {
        let (result, time, given) = (FirstResult<Int>(), ManualTime(), Recorder<Int>())
        let caller = Task {
            await result.value(within: .seconds(5), on: time, late: 1, cancelled: 2, handler: { given.add($0) })
        }
        await time.awaitSleepers()
        if isCancelled { caller.cancel() } else { time.advance(by: .seconds(5)) }
        await until { given.count == 1 }
        #expect(!result.isSet)
        result.set(4)
        #expect(await caller.value == 4)
        #expect(given.all == [isCancelled ? 2 : 1])
    }

    /// Returns a task that waits for a result whose work has begun.
    ///
    /// The work ends only when it's canceled.
    private func caller(
        of result: FirstResult<Int>, _ onCancel: @escaping @Sendable () -> Void
    ) async -> Task<Int, Never> {
        let began = CurrentValue(false)
        let caller = Task {
            await result.value(within: nil, on: ManualTime(), late: 1, cancelled: 2) {
                await withTaskCancellationHandler {
                    _ = began.set(true)
                    while !Task.isCancelled { await Task.yield() }
                } onCancel: {
                    onCancel()
                }
                return 3
            }
        }
        await until { began.value }
        return caller
    }
}
