// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CHalyardThread
import Foundation
import HalyardSupport
import TestSupport
import Testing

@testable import Halyard

@Suite("Cells")
struct FlagCellsTests {
    /// With a gate of their own: other tests declare flags meanwhile.
    private let scopes = ScopeGate()
    private let cells: FlagCells

    init() { cells = FlagCells(scopes) }

    private final class Sum: Sendable {
        private let sum = Lock(0)

        var value: Int { sum.withLock { $0 } }

        func add(_ more: Int) { sum.withLock { $0 += more } }
    }

    private static func flag(_ name: String, _ value: FlagValue) -> Flag { Flag(name, value, origin: .default) }

    private func open(_ flag: Flag, isCounted: Bool = true) {
        cells.open(flag, ifCurrent: { true }) {
            isCounted ? ServedFlag(flag: flag, fallback: .null, context: ServedContext(.user("a"))) : nil
        }
    }

    private func value<Value>(_ key: FlagKey<Value>) -> Value? { cells.value(of: key) }

    /// The reads of each flag object, by its value.
    private func sums(_ taken: CellLedger.Taken) -> [FlagValue: Int] {
        taken.reads.reduce(into: [:]) { $0[$1.served.flag.value, default: 0] += $1.reads }
    }

    @Test("serve each scalar to reads of its type, and to no other")
    func types() {
        open(Self.flag("bool", true))
        open(Self.flag("int", -7))
        open(Self.flag("long", .int(.max)))
        open(Self.flag("double", 2.5))
        open(Self.flag("text", "a text of more than fifteen letters"))
        open(Self.flag("list", [1]))
        #expect(value(FlagKey("bool", default: false)) == true)
        #expect(value(FlagKey("int", default: 0)) == -7)
        #expect(value(FlagKey("int", default: 0.5)) == -7)
        #expect(value(FlagKey("long", default: 0)) == .max)
        #expect(value(FlagKey("double", default: 0.5)) == 2.5)
        #expect(value(FlagKey("text", default: "")) == "a text of more than fifteen letters")
        #expect(value(FlagKey("bool", default: "")) == nil)
        #expect(value(FlagKey("bool", default: 0)) == nil)
        #expect(value(FlagKey("text", default: false)) == nil)
        #expect(value(FlagKey("double", default: 0)) == nil)
        #expect(value(FlagKey("list", default: [0])) == nil)
        #expect(value(FlagKey("none", default: false)) == nil)
        #expect(
            sums(cells.shutAll()) == [
                true: 1, -7: 2, .int(.max): 1, 2.5: 1, "a text of more than fifteen letters": 1,
            ])
    }

    @Test("serve nothing once they are shut, and the next version once they are open again; each has its own count")
    func versions() {
        let key = FlagKey("nav", default: false)
        let old = Self.flag("nav", true)
        open(old)
        for _ in 0..<3 { #expect(value(key) == true) }
        let taken = cells.replace({ [old] }) { #expect(value(key) == nil, "shut before it is replaced") }
        #expect(sums(taken) == [true: 3])
        open(Self.flag("nav", false))
        for _ in 0..<2 { #expect(value(key) == false) }
        #expect(sums(cells.shutAll()) == [false: 2])
        #expect(value(key) == nil)
        #expect(sums(cells.shutAll()) == [:], "told once")
    }

    @Test("are opened only for what is current, and not twice; reads that no sink wants are not counted")
    func opening() {
        let flag = Self.flag("nav", true)
        let key = FlagKey("nav", default: false)
        cells.open(flag, ifCurrent: { false }) {
            ServedFlag(flag: flag, fallback: .null, context: ServedContext(.anonymous))
        }
        #expect(value(key) == nil)
        open(flag)
        open(Self.flag("nav", false))
        #expect(value(key) == true, "the first one stays")
        _ = cells.shutAll()
        open(flag, isCounted: false)
        #expect(value(key) == true)
        #expect(sums(cells.shutAll()) == [:])
    }

    @Test("serve nothing from the moment on when a test declares flags")
    func scopeGate() {
        open(Self.flag("nav", true))
        #expect(value(FlagKey("nav", default: false)) == true)
        scopes.open()
        #expect(value(FlagKey("nav", default: false)) == nil)
    }

    @Test("names of equal hashes are distinguished, and one without a hash takes the slow path")
    func hashes() {
        open(Flag("a", true, hash: 42))
        open(Flag("b", false, hash: 42))
        open(Flag("c", true, hash: 42 + 2048))
        #expect(cells.bool("a", 42) == true)
        #expect(cells.bool("b", 42) == false)
        #expect(cells.bool("c", 42 + 2048) == true)
        #expect(cells.bool("d", 42) == nil)
        open(Flag("zero", true, hash: 0))
        #expect(cells.bool("zero", 0) == nil)
    }

    @Test("there is room for 9,472 names; the others take the slow path, and no read is counted twice")
    func manyNames() {
        let flags = (0..<9600).map { Self.flag("flag-\($0)", .string("the long text of flag \($0)")) }
        for flag in flags { open(flag) }
        // What the thread knows moves as it grows, so all are read before any is read again.
        for _ in 1...2 {
            for (number, flag) in flags.enumerated() {
                let expected = number < 9472 ? "the long text of flag \(number)" : nil
                #expect(value(FlagKey(flag.key, default: "")) == expected)
            }
        }
        let reads = cells.shutAll().reads
        #expect(reads.count == 9472)
        #expect(reads.allSatisfy { $0.reads == 2 })
    }

    @Test("a late read, on a thread that read before, is counted later and for the flag that it read")
    func late() throws {
        let old = Self.flag("nav", true)
        open(old)
        #expect(cells.bool("nav", old.hash) == true)
        // As a thread does that was stopped between looking at the word and counting it.
        let index = try #require(cells.map.first.find("nav", old.hash))
        let word = CellMap.Place(cells.map.first, index).word
        #expect(sums(cells.replace({ [old] }) {}) == [true: 1])
        open(Self.flag("nav", false))
        let tally = try #require(cells.ownTally() ?? cells.threads.find(halyard_thread()))
        let isCounted = tally.pointee.count(index, word)
        #expect(isCounted)
        #expect(cells.bool("nav", old.hash) == false)
        #expect(sums(cells.shutAll()) == [true: 1, false: 1])
    }

    @Test("a read of a text that is late gets and counts the text of the version that it saw, or none")
    func lateText() throws {
        let old = Self.flag("nav", "the old text, of more than fifteen letters")
        let new = Self.flag("nav", "the new text, of more than fifteen letters")
        open(old)
        #expect(cells.text("nav", old.hash) == "the old text, of more than fifteen letters")
        let index = try #require(cells.map.first.find("nav", old.hash))
        let word = CellMap.Place(cells.map.first, index).word
        #expect(sums(cells.replace({ [old] }) {}) == [old.value: 1])
        open(new)
        let tally = try #require(cells.ownTally() ?? cells.threads.find(halyard_thread()))
        #expect(tally.pointee.text(index, word) == "the old text, of more than fifteen letters")
        #expect(cells.text("nav", new.hash) == "the new text, of more than fifteen letters")
        #expect(tally.pointee.text(index, word) == nil, "the thread has gone on to the new one")
        #expect(sums(cells.shutAll()) == [old.value: 1, new.value: 1])
    }

    @Test("a flag may change its type")
    func changingTypes() {
        for value: FlagValue in ["a text of more than fifteen letters", true, 1.5, "short"] {
            let flag = Self.flag("nav", value)
            open(flag)
            for _ in 1...2 {
                let text: String? = cells.value(of: FlagKey("nav", default: ""))
                let bool: Bool? = cells.value(of: FlagKey("nav", default: false))
                let double: Double? = cells.value(of: FlagKey("nav", default: 0.0))
                let read = text.map(FlagValue.string) ?? bool.map(FlagValue.bool) ?? double.map(FlagValue.double)
                #expect(read == value)
            }
            #expect(sums(cells.replace({ [flag] }) {}) == [value: 2])
        }
    }

    @Test("texts of more than a kilobyte take the slow path, and no room")
    func longTexts() {
        let flag = Self.flag("terms", .string(String(repeating: "x", count: 1025)))
        open(flag)
        #expect(value(FlagKey("terms", default: "")) == nil)
        #expect(cells.map.find("terms", flag.hash) == nil)
    }

    @Test("threads that come one after another all find room, and what they counted is not lost")
    func manyThreads() async {
        let key = FlagKey("nav", default: "")
        var (reported, own) = (0, 0)
        var flag = Self.flag("nav", "")
        for number in 0..<1000 {
            if number % 50 == 0 {
                reported += cells.replace({ [flag] }) {}.reads.reduce(0) { $0 + $1.reads }
                flag = Self.flag("nav", .string("a text of more than fifteen letters: \(number)"))
                open(flag)
            }
            let (read, isOwn) = await withCheckedContinuation { reading in
                Thread.detachNewThread { [cells] in
                    reading.resume(returning: (cells.value(of: key), cells.ownTally() != nil))
                }
            }
            #expect(read.map(FlagValue.string) == flag.value)
            if isOwn { own += 1 }
        }
        // A place may be taken by a thread that has not quite ended.
        #expect(own > 950)
        // A thread ends a little after it has read.
        await until {
            reported += cells.shutAll().reads.reduce(0) { $0 + $1.reads }
            return cells.threadCount == 0
        }
        #expect(reported == 1000)
    }

    @Test("a thread beyond 256 takes the slow path; another finds room once one has ended")
    func fullTable() async {
        open(Self.flag("nav", true))
        let (leaving, all) = (DispatchSemaphore(value: 0), DispatchGroup())
        for number in 0..<257 {
            let read = await withCheckedContinuation { reading in
                all.enter()
                Thread.detachNewThread { [cells] in
                    reading.resume(returning: cells.value(of: FlagKey("nav", default: false)))
                    leaving.wait()
                    all.leave()
                }
            }
            #expect(read == (number < 256 ? true : nil))
        }
        for _ in 0..<257 { leaving.signal() }
        await withCheckedContinuation { done in all.notify(queue: .global()) { done.resume() } }
        await until {
            _ = cells.shutAll()
            return cells.threadCount == 0
        }
        open(Self.flag("nav", true))
        #expect(value(FlagKey("nav", default: false)) == true)
        #expect(sums(cells.shutAll()) == [true: 1])
    }

    @Test(
        "8 tasks read while flags are replaced and counts are taken: no read is lost, none is of something that was gone"
    )
    func underLoad() async {
        let names = (0..<8).map { "flag-\($0)" }
        let (reported, made) = (Sum(), Sum())
        await withTaskGroup(of: Void.self) { group in
            for reader in 0..<8 {
                group.addTask { [cells] in
                    var own = 0
                    var last: [String: Int64] = [:]
                    for turn in 0..<20_000 {
                        let name = names[(turn + reader) % 8]
                        guard let text = cells.value(of: FlagKey(name, default: "")) else {
                            if turn % 64 == 0 { await Task.yield() }
                            continue
                        }
                        own += 1
                        let number = Int64(text.dropFirst(name.count + 30)) ?? -1
                        #expect(text.hasPrefix(name) && number >= last[name, default: 0], "\(text) after \(last)")
                        last[name] = number
                    }
                    made.add(own)
                }
            }
            group.addTask { [cells] in
                for number in 1...4000 {
                    let name = names[number % 8]
                    let text = name + String(repeating: "-", count: 30) + "\(number)"
                    let flag = Flag(name, .string(text), origin: .default)
                    let reads = cells.replace({ [flag] }) {}.reads
                    reported.add(reads.reduce(0) { $0 + $1.reads })
                    cells.open(flag, ifCurrent: { true }) {
                        ServedFlag(flag: flag, fallback: .null, context: ServedContext(.anonymous))
                    }
                    if number % 16 == 0 { await Task.yield() }
                }
            }
        }
        let last = cells.shutAll().reads.reduce(0) { $0 + $1.reads }
        #expect(reported.value + last == made.value)
        #expect(made.value > 0)
    }
}
