// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport
import Testing

@testable import HalyardLaunchDarkly

/// Thousands of histories, of which each must keep some promises.
@Suite("What becomes of events")
struct EventMachineTests {
    /// One history, driven by chance.
    private struct History {
        let random: SeededRandom
        var machine: EventMachine
        var added: [String] = []
        var dropped = 0
        /// What each payload held, and how often it was sent.
        var sent: [String: (keys: [String], count: Int)] = [:]
        var asked: Set<Int> = []
        var over: [Int] = []
        var parcel: EventParcel?
        var isPausing = false
        /// What each parcel held that was stored.
        var stored: [[String]] = []
        /// What the store has to say next.
        var settled: EventMachine.Event?
        var faults: [String] = []

        /// Whether people are erased, and consent is taken back.
        let forgets: Bool

        init(seed: UInt64, forgets: Bool = true, stores: Bool = false) {
            random = SeededRandom(seed: seed)
            machine = EventMachine(capacity: 5, session: nil, isStoring: stores)
            self.forgets = forgets
        }

        mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

        mutating func step(_ number: Int) {
            switch below(10) {
            case 0, 1, 2, 3:
                let (key, person) = ("e\(number)", "p\(below(3))")
                added.append(key)
                machine.add([
                    .custom(
                        TrackingEvent(
                            name: key, context: .user(person), time: Instant(millisecondsSinceEpoch: 0)))
                ])
            case 4, 5:
                let (waits, starts) = machine.flush(number)
                if waits { asked.insert(number) }
                if starts { go(.begin) }
            case 6:
                if machine.setMode([.online, .offline, .background][below(3)]) { go(.begin) }
            case 7 where forgets && below(4) == 0:
                machine.erase(.user("p\(below(3))"))
            case 8 where forgets && below(8) == 0:
                let starts = machine.setCollecting(below(2) == 0)
                if machine.setCollecting(true) || starts { go(.begin) }
            default: goOn()
            }
        }

        mutating func goOn() {
            if let parcel {
                let head = HTTPResponseHead(status: 503)
                let answers: [Delivery] = [
                    .delivered(HTTPResponse(HTTPResponseHead(status: 202))), .failed(.status(HTTPResponse(head))),
                    .dropped(head),
                ]
                go(.answered(parcel, answers[below(3)]))
            } else if let settled {
                go(settled)
            } else if isPausing {
                go(.paused)
            }
        }

        var isBusy: Bool { parcel != nil || isPausing || settled != nil }

        mutating func go(_ event: EventMachine.Event) {
            let effects = machine.advance(event, at: Instant(millisecondsSinceEpoch: 0))
            (parcel, isPausing, settled) = (nil, false, nil)
            over += effects.flushed
            for finding in effects.findings where finding.message.contains("the newest") {
                dropped += Int(finding.message.split(separator: " ")[2].filter(\.isNumber)) ?? 0
            }
            switch effects.next {
            case .idle: break
            case .pause: isPausing = true
            case .send(let parcel): send(parcel)
            case .load: settled = .loaded(nil, [])
            case .remove: faults.append("nothing was stored before")
            case .store(let parcel):
                stored.append(keys(parcel))
                settled = .stored(parcel, [])
            }
        }

        func keys(_ parcel: EventParcel) -> [String] {
            guard case .events(let events, _, _, _) = parcel.content else { return [] }
            return events.compactMap { event in
                if case .custom(let event) = event { event.name } else { nil }
            }
        }

        mutating func send(_ parcel: EventParcel) {
            var parcel = parcel
            if machine.mode == .offline { faults.append("sent offline") }
            let keys = keys(parcel)
            if stored.contains(where: { !$0.isEmpty && $0 == keys }) { faults.append("sent after it was stored") }
            let id = parcel.request?.url ?? "http://\(sent.count)"
            parcel.request = HTTPRequest(id)
            if let earlier = sent[id], earlier.keys != keys { faults.append("another payload under one name") }
            sent[id] = (keys, (sent[id]?.count ?? 0) + 1)
            self.parcel = parcel
        }

        mutating func finish() {
            if machine.setMode(.online) { go(.begin) }
            while isBusy { goOn() }
            let (waits, starts) = machine.flush(-1)
            if waits { asked.insert(-1) }
            if starts { go(.begin) }
            while isBusy { goOn() }
        }
    }

    @Test("nothing is sent offline, in two payloads or more than twice, and every flush ends once", arguments: 0..<600)
    func promises(seed: Int) {
        var history = History(seed: UInt64(seed), stores: seed % 3 == 2)
        for number in 0..<200 { history.step(number) }
        history.finish()
        #expect(history.faults == [])
        let keys = history.sent.values.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(history.sent.values.allSatisfy { $0.count <= 2 && !$0.keys.isEmpty && $0.keys.count <= 5 })
        #expect(history.over.sorted() == history.asked.sorted())
        #expect(Set(keys).isSubset(of: Set(history.added)))
        // In the order in which they came.
        let payloads = history.sent.values.map { $0.keys.compactMap { Int($0.dropFirst()) } }
        #expect(payloads.allSatisfy { $0 == $0.sorted() })
    }

    @Test(
        "without erasures and lack of consent every event is sent, stored, or counted as dropped", arguments: 0..<200,
        [false, true])
    func balance(seed: Int, stores: Bool) {
        var history = History(seed: UInt64(seed), forgets: false, stores: stores)
        for number in 0..<200 { history.step(number) }
        history.finish()
        let stored = history.stored.flatMap(\.self)
        #expect(Set(stored).count == stored.count)
        #expect(stored.isEmpty == !stores)
        let sent = history.sent.values.flatMap(\.keys)
        #expect(Set(sent + stored).count + history.dropped == history.added.count)
    }

    @Test("what was read from the store while someone was erased goes back, and is not sent")
    func erasedWhileLoading() async throws {
        let store = EventStore(
            environment: "e", folder: "/state", limits: EventStorage(),
            words: .init(subject: "launchdarkly", noun: "Events", dropped: "eventsDropped"), files: MemoryFiles(),
            time: ManualTime())
        _ = await store.keep(StoredEvents(id: "A", count: 1, content: "a"))
        let claim = try #require(await store.claim().claim)
        var machine = EventMachine(capacity: 1, session: nil, isStoring: true)
        let now = Instant(millisecondsSinceEpoch: 0)
        let starts = machine.setMode(.online)
        #expect(starts)
        guard case .load = machine.advance(.begin, at: now).next else {
            Issue.record("nothing is loaded")
            return
        }
        machine.erase(.user("ada"))
        guard case .store(let parcel) = machine.advance(.loaded(claim, []), at: now).next else {
            Issue.record("it does not go back")
            return
        }
        #expect(parcel.claim?.events.id == "A")
        if case .idle = machine.advance(.stored(parcel, []), at: now).next { return }
        Issue.record("it does not end")
    }

    @Test(
        "offline, counts of any number of people take bounded room: of all but the last hundred only their sum is kept")
    func manyPeople() {
        var machine = EventMachine(capacity: 1, session: nil)
        let now = Instant(millisecondsSinceEpoch: 0)
        for person in 0..<1000 {
            let entry = EvaluationSummary.Entry(
                flag: nil, key: "on", fallback: false, error: .flagNotFound, valueReads: 1)
            machine.add(
                EvaluationSummary(context: .user("p\(person)"), start: now, end: now, entries: [entry]))
        }
        #expect(machine.tallyCount == SummaryCounts.longestList)
        // A person who is among the last can still be forgotten.
        machine.erase(.user("p999"))
        _ = machine.setMode(.online)
        _ = machine.flush(nil)
        guard case .send(let parcel) = machine.advance(.begin, at: now).next,
            case .events(_, let counts, .users, let end) = parcel.content
        else {
            Issue.record("nothing is sent")
            return
        }
        let tally = counts.tallies.reduce(into: counts.earlier) { $0.add($1.tally) }
        #expect(
            tally.json(end: end, writesNullDefaults: true)?["features"]
                == ["on": ["counters": [["value": false, "count": 999, "unknown": true]], "default": false]])
    }
}
