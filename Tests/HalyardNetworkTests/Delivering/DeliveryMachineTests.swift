// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport
import TestSupport
import Testing

@testable import HalyardNetwork

@Suite("Event delivery")
struct DeliveryMachineTests {
    private static let start = Instant(millisecondsSinceEpoch: 0)
    private static let delivered = SendResult.delivered(HTTPResponse(status: 202))
    private static let failed = SendResult.failed(.status(HTTPResponse(status: 503)))
    private static let refused = SendResult.dropped(HTTPResponseHead(status: 401))

    /// A service whose requests are never sent.
    private static func service(stores: Bool, _ change: (inout EventService) -> Void = { _ in }) -> EventService {
        let transport = PlatformTransport.make(time: ManualTime())
        var service = EventService("vendor", transport: transport, time: ManualTime(), random: SeededRandom(seed: 1)) {
            _ in
            HTTPRequest("http://127.0.0.1:1")
        }
        if stores {
            service.storeEvents(
                EventStorageOptions(), of: "e",
                beside: FileFlagStore(folder: "/state", files: InMemoryFileSystem(), time: ManualTime()))
        }
        change(&service)
        return service
    }

    private static func machine(
        stores: Bool = false, takesBack: Bool = false, _ change: (inout EventService) -> Void = { _ in }
    ) -> DeliveryMachine<Names> {
        DeliveryMachine(Names(takesBack: takesBack), service(stores: stores, change), uptime: .zero)
    }

    /// A random sequence of events, deliveries, and changes.
    private struct History: ~Copyable {
        let random: SeededRandom
        var machine: DeliveryMachine<Names>
        var added: [String] = []
        var dropped = 0
        /// The event names of each payload and its number of requests, by payload identifier.
        var sent: [String: (names: [String], count: Int)] = [:]
        var stored: [[String]] = []
        var requested: Set<Int> = []
        var ended: [Int] = []
        var step: DeliveryMachine<Names>.Step?
        var isPausing = false
        var faults: [String] = []
        /// A Boolean value that indicates whether the history erases users and withdraws consent.
        let forgets: Bool

        init(seed: Int, forgets: Bool = true, stores: Bool = false, takesBack: Bool = false) {
            random = SeededRandom(seed: UInt64(seed))
            machine = DeliveryMachineTests.machine(stores: stores, takesBack: takesBack)
            self.forgets = forgets
        }

        mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

        mutating func act(_ number: Int) {
            switch below(10) {
            case 0, 1, 2, 3:
                added.append("e\(number)")
                machine.add(.named("e\(number)", about: "p\(below(3))"))
            case 4, 5:
                let waits = machine.flush(number)
                if waits { requested.insert(number) }
                startIfNeeded()
            case 6:
                machine.setMode([.online, .offline, .background][below(3)])
                startIfNeeded()
            case 7 where forgets && below(4) == 0: machine.erase(.user("p\(below(3))"))
            case 8 where forgets && below(8) == 0:
                _ = machine.setConsent(below(2) == 0, at: start)
                _ = machine.setConsent(true, at: start)
                startIfNeeded()
            default: goOn()
            }
            for diagnostic in machine.takeDiagnostics() {
                dropped += Int(diagnostic.message.split(separator: " ")[2].filter(\.isNumber)) ?? 0
            }
        }

        mutating func startIfNeeded() {
            let starts = machine.start()
            if starts { advance() }
        }

        mutating func advance() {
            let turn = machine.next(at: start)
            step = turn.step
            ended += turn.endedFlushes
        }

        /// Performs the current step in place of the sender.
        mutating func goOn() {
            if isPausing {
                isPausing = false
                advance()
                return
            }
            guard let step else { return }
            switch step {
            case .encode(let batch):
                machine.encoded(batch.payload, id: "\(sent.count + stored.count)-\(below(1 << 40))")
            case .send(let parcel): send(parcel)
            case .store:
                if let payload = machine.storing { stored.append(payload.names) }
                machine.stored()
            case .load: machine.loaded(nil)
            }
            if !isPausing { advance() }
        }

        mutating func send(_ parcel: DeliveryMachine<Names>.Parcel) {
            let names = parcel.payload.names
            if let earlier = sent[parcel.payload.id], !Set(names).isSubset(of: earlier.names) {
                faults.append("sent another payload with the same identifier")
            }
            if stored.contains(names) { faults.append("sent after it was stored") }
            sent[parcel.payload.id] = (names, (sent[parcel.payload.id]?.count ?? 0) + 1)
            let result = below(3)
            let delivery = [delivered, failed, refused][result]
            let ending = machine.sent(delivery, at: start, uptime: .zero)
            // Events that are merged into the next batch are sent again under another identifier.
            if result == 1, ending.pause == nil, machine.batch.takesBack { sent[parcel.payload.id] = nil }
            isPausing = ending.pause != nil
        }

        var isBusy: Bool { step != nil || isPausing }

        mutating func finish() {
            machine.setMode(.online)
            startIfNeeded()
            while isBusy { goOn() }
            let waits = machine.flush(-1)
            if waits { requested.insert(-1) }
            startIfNeeded()
            while isBusy { goOn() }
        }
    }

    @Test("Sends each event in one payload, at most twice, and ends each flush", arguments: 0..<600)
    func promises(seed: Int) {
        var history = History(seed: seed, stores: seed % 3 == 2)
        for number in 0..<200 { history.act(number) }
        history.finish()
        #expect(history.faults == [])
        let names = history.sent.values.flatMap(\.names)
        #expect(Set(names).count == names.count)
        #expect(history.sent.values.allSatisfy { $0.count <= 2 && !$0.names.isEmpty && $0.names.count <= 5 })
        #expect(history.ended.sorted() == history.requested.sorted())
        #expect(Set(names).isSubset(of: Set(history.added)))
        let numbers = history.sent.values.map { $0.names.compactMap { Int($0.dropFirst()) } }
        #expect(numbers.allSatisfy { $0 == $0.sorted() })
    }

    @Test("Sends, stores, or counts each event if nothing is erased", arguments: 0..<200, [false, true])
    func balance(seed: Int, stores: Bool) {
        var history = History(seed: seed, forgets: false, stores: stores)
        for number in 0..<200 { history.act(number) }
        history.finish()
        let stored = history.stored.flatMap(\.self)
        #expect(Set(stored).count == stored.count)
        #expect(stored.isEmpty == !stores)
        let sent = history.sent.values.flatMap(\.names)
        #expect(Set(sent + stored).count + history.dropped == history.added.count)
    }

    // MARK: Single steps

    /// Advances the machine to the request for the batch, and returns the request's content.
    private func request(_ machine: inout DeliveryMachine<Names>) throws -> DeliveryMachine<Names>.Parcel {
        machine.beginAutomaticRound()
        _ = machine.start()
        guard case .encode(let batch) = machine.next(at: Self.start).step else { throw Unexpected() }
        machine.encoded(batch.payload, id: "A")
        guard case .send(let parcel) = machine.next(at: Self.start).step else { throw Unexpected() }
        return parcel
    }

    private struct Unexpected: Error {}

    @Test("Retries a payload without the events of an erased user")
    func eraseInTransit() throws {
        var machine = Self.machine()
        machine.setMode(.online)
        machine.add(.named("a", about: "ada"))
        machine.add(.named("b", about: "bob"))
        #expect(try request(&machine).payload.names == ["a", "b"])
        machine.erase(.user("ada"))
        let ending = machine.sent(Self.failed, at: Self.start, uptime: .zero)
        #expect(ending.pause == .seconds(1))
        guard case .send(let again) = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(again.payload.names == ["b"])
        #expect(again.payload.id == "A")
        machine.erase(.user("bob"))
        let ending2 = machine.sent(Self.failed, at: Self.start, uptime: .zero)
        #expect(ending2.trouble == nil, "no event is left to lose")
        let step = machine.next(at: Self.start).step
        #expect(step == nil)
    }

    @Test("Doesn't send encoded or loaded events of an erased user")
    func eraseWhileWorking() async throws {
        var machine = Self.machine(stores: true)
        machine.setMode(.online)
        machine.add(.named("a", about: "ada"))
        machine.add(.named("b", about: "bob"))
        machine.beginAutomaticRound()
        _ = machine.start()
        guard case .encode(let batch) = machine.next(at: Self.start).step else { throw Unexpected() }
        machine.erase(.user("ada"))
        machine.encoded(batch.payload, id: "A")
        guard case .send(let parcel) = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(parcel.payload.names == ["b"])
        _ = machine.sent(Self.delivered, at: Self.start, uptime: .zero)
        guard case .load = machine.next(at: Self.start).step else { throw Unexpected() }
        let store = EventStore(in: "/state", files: InMemoryFileSystem(), time: ManualTime())
        _ = await store.keep { EventPayload(id: "S", events: [EventPayload.Event("old", about: [.user("cy")])]) }
        let claim = try #require(await store.claim().claim)
        machine.erase(.user("cy"))
        machine.loaded(claim)
        guard case .load = machine.next(at: Self.start).step else { throw Unexpected() }
        machine.loaded(nil)
        let step = machine.next(at: Self.start).step
        #expect(step == nil)
    }

    @Test("Stores no events if consent is withdrawn during sending or storing")
    func withdrawn() throws {
        var machine = Self.machine(stores: true) { $0.retry.retryCount = 0 }
        machine.setMode(.online)
        machine.add(.named("a"))
        _ = try request(&machine)
        let isWithdrawn = machine.setConsent(false, at: Self.start)
        #expect(isWithdrawn)
        let ending = machine.sent(Self.failed, at: Self.start, uptime: .zero)
        #expect(ending.trouble == nil)
        let step = machine.next(at: Self.start).step
        #expect(step == nil)
        machine.add(.named("b"))
        #expect(machine.batch.count == 0)
        let isWithdrawn2 = machine.setConsent(true, at: Self.start)
        #expect(!isWithdrawn2)
        machine.add(.named("c"))
        _ = try request(&machine)
        _ = machine.sent(Self.failed, at: Self.start, uptime: .zero)
        guard case .store = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(machine.storing?.names == ["c"])
        let isWithdrawn3 = machine.setConsent(false, at: Self.start)
        #expect(isWithdrawn3)
        #expect(machine.storing == nil)
    }

    @Test("Merges a failed batch into the next one, and stores it at a flush")
    func takesBack() throws {
        var machine = Self.machine(stores: true, takesBack: true) { $0.retry.retryCount = 0 }
        machine.setMode(.online)
        machine.add(.named("a"))
        _ = try request(&machine)
        machine.add(.named("b"))
        let ending = machine.sent(Self.failed, at: Self.start, uptime: .zero)
        #expect(ending.trouble == .delayed(.status(HTTPResponse(status: 503))))
        let step = machine.next(at: Self.start).step
        #expect(step == nil)
        #expect(machine.batch.names == ["a", "b"])
        let waits = machine.flush(1)
        #expect(waits)
        _ = machine.start()
        guard case .encode(let batch) = machine.next(at: Self.start).step else { throw Unexpected() }
        machine.encoded(batch.payload, id: "B")
        guard case .send = machine.next(at: Self.start).step else { throw Unexpected() }
        let ending2 = machine.sent(Self.failed, at: Self.start, uptime: .zero)
        #expect(ending2.trouble == nil)
        guard case .store(let parcel) = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(parcel.payload.names == ["a", "b"])
        machine.stored()
        let last = machine.next(at: Self.start)
        #expect(last.step == nil)
        #expect(last.endedFlushes == [1])
    }

    @Test("Reports lost events when a client without storage ends")
    func lost() throws {
        var machine = Self.machine { $0.retry.retryCount = 0 }
        machine.setMode(.online)
        machine.add(.named("a"))
        _ = try request(&machine)
        machine.add(.named("b"))
        machine.add(.named("c"))
        let lost = machine.end(at: Self.start)
        #expect(lost == 2)
        let ending = machine.sent(Self.failed, at: Self.start, uptime: .zero)
        #expect(ending.trouble == .lost(count: 1, .status(HTTPResponse(status: 503))))
        let last = machine.next(at: Self.start)
        #expect(last.step == nil)
        #expect(last.lost == 0)
    }

    @Test("Counts events in encoding as lost when a client without storage ends")
    func lostWhileEncoding() throws {
        var machine = Self.machine()
        machine.setMode(.online)
        machine.add(.named("a"))
        machine.beginAutomaticRound()
        _ = machine.start()
        guard case .encode(let batch) = machine.next(at: Self.start).step else { throw Unexpected() }
        let lost = machine.end(at: Self.start)
        #expect(lost == 0)
        machine.encoded(batch.payload, id: "A")
        let last = machine.next(at: Self.start)
        #expect(last.step == nil)
        #expect(last.lost == 1)
    }

    @Test("Drops events that the service rejects")
    func refusal() throws {
        var machine = Self.machine(stores: true, takesBack: true)
        machine.setMode(.online)
        machine.add(.named("a"))
        machine.add(.named("b"))
        _ = try request(&machine)
        let ending = machine.sent(Self.refused, at: Self.start, uptime: .zero)
        #expect(ending.trouble == .refused(count: 2, status: 401))
        guard case .load = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(machine.batch.count == 0)
    }

    @Test("Sends only at a flush if background sending is disabled")
    func background() throws {
        var machine = Self.machine(stores: true) { $0.sendsInBackground = false }
        machine.setMode(.background)
        machine.add(.named("a"))
        #expect(machine.sendsAutomatically == false)
        let begins = machine.beginSending(uptime: .seconds(60))
        #expect(!begins)
        let starts = machine.start()
        #expect(!starts)
        let waits = machine.flush(1)
        #expect(waits)
        let starts2 = machine.start()
        #expect(starts2)
        guard case .encode = machine.next(at: Self.start).step else { throw Unexpected() }
    }

    // MARK: Intervals

    @Test(
        "Schedules the first request after the initial delay or the interval",
        arguments: [(30, 2, 2), (30, nil, 30), (nil, 2, nil), (nil, nil, nil)] as [(Int?, Int?, Int?)])
    func firstRequest(interval: Int?, initial: Int?, due: Int?) {
        let machine = Self.machine { service in
            service.interval = interval.map { .seconds($0) }
            service.initialDelay = initial.map { .seconds($0) }
        }
        #expect(machine.due == due.map { .seconds($0) })
    }

    @Test("Begins an automatic request once, and the next one an interval later")
    func schedule() {
        var machine = Self.machine { $0.initialDelay = .seconds(2) }
        machine.setMode(.online)
        let begun = [1999, 2000, 2000].map { machine.beginSending(uptime: .milliseconds($0)) }
        #expect(begun == [false, true, false])
        #expect(machine.due == .seconds(32))
    }

    @Test(
        "Schedules the next request according to the previous result",
        arguments: [
            (Self.failed, 33.0...63.0), (Self.refused, 150.0...300.0),
            (.failed(.status(HTTPResponse(status: 429, headers: ["Retry-After": "600"]))), 603.0...603.0),
            (.failed(.status(HTTPResponse(status: 429, headers: ["Retry-After": "100000"]))), 3603.0...3603.0),
            (Self.delivered, 30.0...30.0),
        ])
    func backoff(delivery: SendResult, due: ClosedRange<Double>) throws {
        var machine = Self.machine { service in
            service.backoff = Backoff(base: .seconds(30), maximum: .seconds(300), jitter: .equal)
            service.retry.retryCount = 0
        }
        machine.setMode(.online)
        machine.add(.named("a"))
        _ = try request(&machine)
        _ = machine.sent(delivery, at: Self.start, uptime: .seconds(3))
        #expect((Duration.seconds(due.lowerBound) ... .seconds(due.upperBound)).contains(machine.due ?? .zero))
    }

    // MARK: Concurrent changes

    @Test("Ends a flush with its own round, even if another flush follows")
    func rounds() throws {
        var machine = Self.machine()
        machine.setMode(.online)
        machine.add(.named("a"))
        let waits = machine.flush(1)
        #expect(waits)
        _ = try request(&machine)
        machine.add(.named("b"))
        let waitsAgain = machine.flush(2)
        #expect(waitsAgain)
        _ = machine.sent(Self.delivered, at: Self.start, uptime: .zero)
        let turn = machine.next(at: Self.start)
        #expect(turn.endedFlushes == [1])
        guard case .encode = turn.step else { throw Unexpected() }
    }

    @Test("Counts failed deliveries, but not attempts that it retries")
    func failures() throws {
        var repeated = Self.machine { $0.retry.retryCount = 1 }
        repeated.setMode(.online)
        repeated.add(.named("a"))
        _ = try request(&repeated)
        _ = repeated.sent(Self.failed, at: Self.start, uptime: .zero)
        #expect(repeated.failures == 0)
        guard case .send = repeated.next(at: Self.start).step else { throw Unexpected() }
        _ = repeated.sent(Self.delivered, at: Self.start, uptime: .zero)
        #expect(repeated.failures == 0)
        for (result, stores) in [(Self.refused, false), (Self.failed, false), (Self.failed, true)] {
            var machine = Self.machine(stores: stores) { $0.retry.retryCount = 0 }
            machine.setMode(.online)
            machine.add(.named("a"))
            _ = try request(&machine)
            _ = machine.sent(result, at: Self.start, uptime: .zero)
            #expect(machine.failures == 1)
            // Storing it isn't another failure.
            _ = machine.next(at: Self.start)
            #expect(machine.failures == 1)
        }
    }

    @Test("Counts offline, late, and interrupted flushes as failures")
    func flushFailures() throws {
        var machine = Self.machine(stores: true)
        _ = machine.flush(1)
        #expect(machine.failures == 1)
        machine.setMode(.online)
        machine.flushTimedOut()
        #expect(machine.failures == 2)
        machine.add(.named("a"))
        _ = machine.flush(2)
        _ = machine.start()
        guard case .encode(let batch) = machine.next(at: Self.start).step else { throw Unexpected() }
        machine.setMode(.offline)
        machine.encoded(batch.payload, id: "A")
        guard case .store = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(machine.failures == 3)
    }

    @Test("Loads again if events are stored elsewhere during loading")
    func storedElsewhere() throws {
        var machine = Self.machine(stores: true)
        machine.setMode(.online)
        _ = machine.start()
        guard case .load = machine.next(at: Self.start).step else { throw Unexpected() }
        machine.loadStored()
        machine.loaded(nil)
        guard case .load = machine.next(at: Self.start).step else { throw Unexpected() }
    }

    @Test("Cancels a prepared request when offline or when a user is erased")
    func requestTooLate() throws {
        var machine = Self.machine(stores: true)
        machine.setMode(.online)
        machine.add(.named("a", about: "ada"))
        machine.add(.named("b", about: "bob"))
        let parcel = try request(&machine)
        machine.erase(.user("ada"))
        let maySend = machine.maySend(parcel)
        #expect(!maySend)
        guard case .send(let rest) = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(rest.payload.names == ["b"])
        machine.setMode(.offline)
        let mayStillSend = machine.maySend(rest)
        #expect(!mayStillSend)
        guard case .store(let stored) = machine.next(at: Self.start).step else { throw Unexpected() }
        #expect(stored.payload.names == ["b"])
    }

    @Test("Remains offline after it ends")
    func ended() {
        var machine = Self.machine(stores: true)
        machine.setMode(.online)
        _ = machine.end(at: Self.start)
        machine.setMode(.online)
        machine.loadStored()
        #expect(machine.mode == .offline)
        let starts = machine.start()
        #expect(!starts)
    }

    @Test("Sends nothing automatically at an interval of zero")
    func noInterval() {
        #expect(Self.machine { $0.interval = .zero }.due == nil)
    }

    @Test("Waits for the next automatic request if the server requests a pause")
    func pause() throws {
        var machine = Self.machine(takesBack: true) { $0.backoff = Backoff() }
        machine.setMode(.online)
        machine.add(.named("a"))
        _ = try request(&machine)
        let busy = SendResult.failed(.status(HTTPResponse(status: 429, headers: ["Retry-After": "60"])))
        let ending = machine.sent(busy, at: Self.start, uptime: .zero)
        #expect(ending.pause == nil)
        #expect(machine.batch.names == ["a"])
        #expect(machine.due == .seconds(60))
    }
}
