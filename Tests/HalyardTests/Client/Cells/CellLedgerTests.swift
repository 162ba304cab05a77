// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CHalyardAtomics
import Foundation
import HalyardSupport
import TestSupport
import Testing

@testable import Halyard

@Suite("Ledger of cells")
struct CellLedgerTests {
    /// What a test does between two holds of the ledger's lock.
    private final class Interruption: Sendable {
        private let action = Lock<(@Sendable () -> Void)?>(nil)

        func run() { action.withLock { $0 }?() }

        func set(_ new: (@Sendable () -> Void)?) { action.withLock { $0 = new } }
    }

    /// An app's object that reads flags when it is released.
    private final class Farewell: ContextAttachment {
        let cacheKey = "test:farewell"
        private let action: @Sendable () -> Void

        init(_ action: @escaping @Sendable () -> Void) { self.action = action }

        deinit { action() }
    }

    private let interruption: Interruption
    private let cells: FlagCells

    init() {
        let interruption = Interruption()
        self.interruption = interruption
        cells = FlagCells(ScopeGate(), betweenHolds: { interruption.run() })
    }

    private static func flags(_ count: Int, _ value: Int64) -> [Flag] {
        (0..<count).map { Flag("flag-\($0)", .int(value), origin: .default) }
    }

    private static func open(_ flag: Flag, in cells: FlagCells, for context: EvaluationContext = .anonymous) {
        cells.open(flag, ifCurrent: { true }) {
            ServedFlag(flag: flag, fallback: .null, context: ServedContext(context))
        }
    }

    private static func read(_ name: String, in cells: FlagCells) -> Int? {
        cells.value(of: FlagKey(name, default: 0))
    }

    private func sum(_ taken: CellLedger.Taken) -> Int { taken.reads.reduce(0) { $0 + $1.reads } }

    // MARK: Holds of the lock

    @Test("is locked for 1,024 steps at most, however many cells there are", arguments: [1000, 2000])
    func boundedHolds(cellCount: Int) async {
        let flags = Self.flags(cellCount, 1)
        for flag in flags { Self.open(flag, in: cells) }
        // All threads are there at once: one that has ended would give its tally to the next.
        let barrier = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        let arrived = DispatchGroup()
        for _ in 0..<16 {
            group.enter()
            arrived.enter()
            Thread.detachNewThread { [cells] in
                for flag in flags { #expect(Self.read(flag.key, in: cells) == 1) }
                arrived.leave()
                barrier.wait()
                group.leave()
            }
        }
        await withCheckedContinuation { done in arrived.notify(queue: .global()) { done.resume() } }
        #expect(sum(cells.shutAll()) == 16 * cellCount)
        // 60 cells, each with the counts of 16 threads.
        #expect(cells.mostSteps == 1020)
        for _ in 0..<16 { barrier.signal() }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    }

    @Test("lets reads in between: none is lost, none is of something that was gone")
    func readsInBetween() {
        let (old, new) = (Self.flags(3000, 1), Self.flags(3000, 2))
        for flag in old { Self.open(flag, in: cells) }
        for flag in old { #expect(Self.read(flag.key, in: cells) == 1) }
        let state = Lock((published: 1, reads: 3000, holds: 0))
        interruption.set { [cells] in
            let isPublished = state.withLock { state in
                state.holds += 1
                return state.published == 2
            }
            #expect(!isPublished)
            for number in [0, 1500, 2999] {
                // As a read that took the slow path to the old flags.
                Self.open(old[number], in: cells)
                guard let value = Self.read("flag-\(number)", in: cells) else { continue }
                #expect(value == 1)
                state.withLock { $0.reads += 1 }
            }
        }
        var reported = sum(
            cells.replace(nil) {
                for flag in old { #expect(!isOpen(flag), "shut before it is replaced") }
                state.withLock { $0.published = 2 }
            })
        interruption.set(nil)
        // 512 cells a hold, with one thread.
        #expect(state.withLock { $0.holds } == 6)
        // The last one is read until the last hold; the middle one until the third.
        #expect(state.withLock { $0.reads } == 3000 + 2 + 5)
        for flag in new { Self.open(flag, in: cells) }
        for flag in new { #expect(Self.read(flag.key, in: cells) == 2) }
        reported += sum(cells.shutAll())
        #expect(reported == 6000 + 7)
    }

    private func isOpen(_ flag: Flag) -> Bool { cells.map.find(flag.key, flag.hash)?.isOpen == true }

    // MARK: Counts

    @Test("takes nothing where a thread's count is below what was taken")
    func olderCount() throws {
        let flag = Flag("nav", 1, origin: .default)
        Self.open(flag, in: cells)
        for _ in 0..<3 { #expect(Self.read("nav", in: cells) == 1) }
        let index = try #require(cells.map.first.find("nav", flag.hash))
        let version = CellMap.Place(cells.map.first, index).word.version
        #expect(sum(cells.shutAll()) == 3)
        let tally = try #require(cells.ownTally())
        halyard_store_relaxed((tally.pointee.entries + index).count, CellCount(version, 1).bits)
        #expect(sum(cells.shutAll()) == 0)
        halyard_store_relaxed((tally.pointee.entries + index).count, CellCount(version, 5).bits)
        #expect(sum(cells.shutAll()) == 2, "counted on from what was taken")
    }

    // MARK: Application code

    @Test("lets a context go outside of its lock: an attachment's deinit may read flags")
    func deinitThatReads() {
        let log = Lock<[Int?]>([])
        let attach: (String) -> EvaluationContext = { [cells] name in
            .user(name).attaching(
                Farewell {
                    Self.open(Flag("other", 7, origin: .default), in: cells)
                    let value = Self.read("other", in: cells)
                    log.withLock { $0.append(value) }
                })
        }
        let flag = Flag("nav", 1, origin: .default)
        // Not read: released as soon as the cell is shut.
        Self.open(flag, in: cells, for: attach("a"))
        _ = cells.shutAll()
        #expect(log.withLock { $0 } == [7])
        // Read: kept until the thread counts the next version.
        Self.open(flag, in: cells, for: attach("b"))
        #expect(Self.read("nav", in: cells) == 1)
        _ = cells.replace({ [flag] }) {}
        #expect(log.withLock { $0 } == [7])
        Self.open(flag, in: cells)
        #expect(Self.read("nav", in: cells) == 1)
        _ = cells.replace({ [flag] }) {}
        #expect(log.withLock { $0 } == [7, 7])
        // Forgotten.
        Self.open(flag, in: cells, for: attach("c"))
        #expect(Self.read("nav", in: cells) == 1)
        _ = cells.shutAll()
        _ = cells.forget(.user("c"))
        #expect(log.withLock { $0 } == [7, 7, 7])
    }

    @Test("a client lets counts go outside of its locks: an attachment's deinit may read flags")
    func clientDeinitThatReads() async {
        let flags: @Sendable () -> [Flag] = {
            [
                Flag("theme", ["accent": "red", "sizes": [1]], origin: Origin(.network, provider: "fixed")),
                Flag("loud", true, origin: Origin(.network, provider: "fixed"), reporting: .each),
            ]
        }
        let log = Lock<[Bool]>([])
        let box = Lock<FlagClient?>(nil)
        let client = FlagClient(
            provider: FixedProvider(flags: flags),
            context: .user("a").attaching(
                Farewell {
                    let value = box.withLock { $0 }?.bool("loud", default: false)
                    log.withLock { $0.append(value == true) }
                }), sinks: [RecordingSink()], options: .manual())
        box.withLock { $0 = client }
        await client.start()
        let view = Lock<FlagView?>(client.snapshot())
        await client.setContext(.user("b"))
        // A late read of the old context's: what counts it is the last to know of that context.
        _ = view.withLock { $0?[.theme] }
        await client.flush()
        _ = view.withLock { $0?[.theme] }
        view.withLock { $0 = nil }
        client.setEventsEnabled(false)
        #expect(log.withLock { $0 } == [true])
        box.withLock { $0 = nil }
    }
}
