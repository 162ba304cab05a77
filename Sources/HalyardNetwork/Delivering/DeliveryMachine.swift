// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// A value that tracks the delivery of one client's events, without a clock, tasks, or threads.
///
/// It processes one payload at a time. The batch's content leaves when a round begins. To avoid counting anything twice, it never
/// comes back, except if the batch takes it back.
struct DeliveryMachine<Batch: EventBatch>: ~Copyable, Sendable {
    typealias FlushID = Int

    private enum UnderWay: Sendable {
        /// The identities were erased while the batch was being encoded.
        case encoding(Batch, erased: [String])
        case sending(Parcel)
        case storing(Parcel)
        case loading(erased: [String])
    }

    private let service: EventService
    private(set) var batch: Batch
    private(set) var mode = FlagRequest.Mode.offline
    private(set) var hasConsent = true
    /// A Boolean value that indicates whether the client has ended.
    private(set) var isOver = false

    /// A Boolean value that indicates whether a sender is running.
    private(set) var isRunning = false
    /// The sender's current work, or `nil` if the result is no longer needed.
    private var underWay: UnderWay?
    /// The next payload to send or store.
    private var waiting: Parcel?
    /// A Boolean value that indicates whether to send or store the batch.
    ///
    /// A flush and an automatic request set it. The beginning of a round clears it, and so does the sender when it stops.
    private var isRoundWanted = false
    /// The number of times that a flush or an automatic request took the batch.
    private var rounds = 0
    /// The flushes that wait for the end of a round.
    private var flushes: [(id: FlushID, round: Int)] = []

    /// A Boolean value that indicates whether to load stored events.
    ///
    /// It's set when the client goes online, when a round begins after something was stored, and after each stored payload. It's
    /// cleared when the store is read, and after a failed attempt.
    private var isLoadWanted = false
    /// A Boolean value that indicates whether the store probably contains events.
    private var hasStored = false
    /// The number of payloads that were rejected, lost, or stored, and of flushes that were offline or timed out.
    private(set) var failures = 0

    /// The uptime of the next automatic request, or `nil` for none.
    private(set) var due: Duration?
    private var backoff: Backoff?

    /// Creates a machine without work.
    init(_ batch: Batch, _ service: EventService, uptime: Duration) {
        self.batch = batch
        self.service = service
        backoff = service.backoff
        due = service.interval.map { uptime + (service.initialDelay ?? $0) }
    }

    private var isStoring: Bool { service.store != nil }
}

// MARK: - Collecting

extension DeliveryMachine {
    /// Adds an event if there is consent.
    mutating func add(_ event: FlagEvent) { add { $0.add(event) } }

    /// Calls a function that adds events, if there is consent.
    mutating func add(_ change: (inout Batch) -> Void) {
        if hasConsent { change(&batch) }
    }

    /// Returns the losses since the last call.
    mutating func takeDiagnostics() -> [Diagnostic] { batch.takeDiagnostics() }

    /// Deletes the undelivered events about an identity.
    mutating func erase(_ context: EvaluationContext) {
        batch.erase(context)
        let identity = context.identityDigest
        waiting = waiting?.erasing(context, identity)
        switch underWay {
        case .encoding(var batch, let erased):
            batch.erase(context)
            underWay = .encoding(batch, erased: erased + [identity])
        case .sending(let parcel): underWay = parcel.erasing(context, identity).map(UnderWay.sending)
        case .storing(let parcel): underWay = parcel.erasing(context, identity).map(UnderWay.storing)
        case .loading(let erased): underWay = .loading(erased: erased + [identity])
        case nil: break
        }
    }

    /// Sets the client's consent.
    ///
    /// Without consent, everything is discarded, including events whose delivery fails later.
    ///
    /// - Returns: A Boolean value that indicates whether consent was withdrawn.
    mutating func setConsent(_ isGiven: Bool, at now: Instant) -> Bool {
        let isWithdrawn = hasConsent && !isGiven
        hasConsent = isGiven
        if !isGiven {
            batch.discard(at: now)
            waiting = nil
            underWay = nil
        }
        return isWithdrawn
    }
}

// MARK: - Starting

extension DeliveryMachine {
    /// Sets the client's mode, unless the client has ended.
    mutating func setMode(_ mode: FlagRequest.Mode) {
        if isOver { return }
        if self.mode == .offline, mode != .offline { isLoadWanted = isStoring }
        self.mode = mode
    }

    /// Notes that another delivery has stored events.
    mutating func loadStored() {
        guard isStoring, !isOver else { return }
        hasStored = true
        isLoadWanted = true
    }

    /// Starts the delivery if there is work.
    ///
    /// - Returns: A Boolean value that indicates whether to start a sender.
    mutating func start() -> Bool {
        guard !isRunning, hasWork else { return false }
        isRunning = true
        return true
    }

    /// A Boolean value that indicates whether the mode allows automatic requests.
    var sendsAutomatically: Bool { mode == .online || (mode == .background && service.sendsInBackground) }

    /// Marks an automatic request as started, and returns a Boolean value that indicates whether it is due.
    mutating func beginSending(uptime: Duration) -> Bool {
        guard sendsAutomatically, let due, due <= uptime, let interval = service.interval else { return false }
        self.due = uptime + interval
        return true
    }

    /// Requests that everything be sent if the mode still allows automatic requests.
    mutating func beginAutomaticRound() {
        if sendsAutomatically { _ = beginRound() }
    }

    /// Requests that everything be sent, or stored when offline.
    ///
    /// - Parameter id: The waiting flush.
    /// - Returns: A Boolean value that indicates whether there is something to wait for.
    mutating func flush(_ id: FlushID) -> Bool {
        if mode == .offline { failures += 1 }
        guard mode != .offline || isStoring, beginRound() else { return false }
        flushes.append((id, round: rounds + 1))
        return true
    }

    /// Notes that a flush timed out before its events were sent.
    mutating func flushTimedOut() { failures += 1 }

    /// Requests another round, and returns a Boolean value that indicates whether there is work for it.
    private mutating func beginRound() -> Bool {
        isRoundWanted = true
        if hasStored { isLoadWanted = true }
        if !isRunning, !hasWork { isRoundWanted = false }
        return isRoundWanted
    }

    /// Ends the delivery, and stores the events that can't be sent anymore.
    ///
    /// - Returns: The number of lost events. It excludes events that are in progress.
    mutating func end(at now: Instant) -> Int {
        setMode(.offline)
        isOver = true
        if !isStoring { return takeUnsent(at: now) }
        _ = beginRound()
        return 0
    }

    private mutating func takeUnsent(at now: Instant) -> Int {
        let count = batch.drain(at: now).count + (waiting?.payload.count ?? 0)
        waiting = nil
        return count
    }

    private var hasWork: Bool {
        let hasPayload = waiting != nil || (isRoundWanted && batch.count > 0)
        if mode == .offline { return isStoring && hasPayload }
        return (sendsAutomatically || isRoundWanted) && (hasPayload || mayLoad)
    }

    private var mayLoad: Bool { isLoadWanted && hasConsent }
}

// MARK: - Sending

extension DeliveryMachine {
    /// Returns the sender's next step after it has finished the previous step.
    mutating func next(at now: Instant) -> Turn {
        underWay = nil
        // Do this before the next round begins, so that a flush doesn't wait for it.
        let ended = takeEndedFlushes()
        let isOffline = mode == .offline
        if !isOffline || isStoring, let step = nextStep(isOffline: isOffline, at: now) {
            return Turn(step: step, endedFlushes: ended)
        }
        isRunning = false
        isRoundWanted = false
        let lost = isOver && !isStoring ? takeUnsent(at: now) : 0
        return Turn(endedFlushes: ended + takeEndedFlushes(), lost: lost)
    }

    private mutating func nextStep(isOffline: Bool, at now: Instant) -> Step? {
        if let parcel = waiting.take() {
            if isOffline || parcel.isSpent {
                if !parcel.isSpent { failures += 1 }
                underWay = .storing(parcel)
                return .store(parcel)
            }
            underWay = .sending(parcel)
            return .send(parcel)
        }
        if isRoundWanted {
            isRoundWanted = false
            rounds += 1
            if batch.count > 0 {
                let taken = batch.drain(at: now)
                underWay = .encoding(taken, erased: [])
                return .encode(taken)
            }
        }
        guard !isOffline, mayLoad, sendsAutomatically || !flushes.isEmpty else { return nil }
        isLoadWanted = false
        underWay = .loading(erased: [])
        return .load
    }

    /// Returns the flushes whose round has ended, or all flushes after the sender stops.
    private mutating func takeEndedFlushes() -> [FlushID] {
        let isBusy = waiting != nil || mayLoad
        let ended = flushes.filter { flush in !isRunning || (!isBusy && flush.round <= rounds) }
        flushes.removeAll { flush in ended.contains { $0.id == flush.id } }
        return ended.map(\.id)
    }

    /// Continues with an encoded batch.
    mutating func encoded(_ events: [EventPayload.Event], id: String) {
        guard case .encoding(let batch, let erased) = underWay else { return }
        underWay = nil
        var payload = EventPayload(id: id, events: events)
        for identity in erased { payload.erase(identity) }
        if !payload.events.isEmpty { waiting = Parcel(payload: payload, batch: batch) }
    }

    /// Continues with the events from the store, or without events if the store is empty.
    mutating func loaded(_ claim: EventStore.Claim?) {
        guard case .loading(let erased) = underWay else { return }
        underWay = nil
        // Keep a request that arrived in the meantime.
        isLoadWanted = isLoadWanted || claim != nil
        hasStored = isLoadWanted
        guard let claim else { return }
        var payload = claim.payload
        for identity in erased { payload.erase(identity) }
        if !payload.events.isEmpty { waiting = Parcel(payload: payload, claim: claim) }
    }

    /// The payload that is being stored, or `nil` if it's no longer needed.
    var storing: EventPayload? {
        guard case .storing(let parcel) = underWay else { return nil }
        return parcel.payload
    }

    /// Continues after a parcel was stored, or its claim was released.
    mutating func stored() {
        underWay = nil
        hasStored = true
    }

    /// Returns a Boolean value that indicates whether a parcel whose request is ready can still be sent.
    ///
    /// If the content, the mode, or the consent has changed, the parcel is sent with other content, stored, or discarded.
    mutating func maySend(_ parcel: Parcel) -> Bool {
        guard case .sending(let current) = underWay else { return false }
        if mode != .offline, current.payload == parcel.payload { return true }
        underWay = nil
        waiting = current
        return false
    }

    /// Continues after an attempt.
    mutating func sent(_ delivery: SendResult, at now: Instant, uptime: Duration) -> Ending {
        guard case .sending(var parcel) = underWay else {
            note(delivery, at: now, uptime: uptime)
            return Ending()
        }
        underWay = nil
        if case .failed(let failure) = delivery {
            parcel.failedAttempts += 1
            // A pause that the server requests is longer than the delay before another attempt.
            let isPaused = backoff != nil && failure.retryAfter(at: now) != nil
            if parcel.failedAttempts <= service.retry.retryCount, !isPaused {
                waiting = parcel
                return Ending(pause: service.retry.delay)
            }
        }
        note(delivery, at: now, uptime: uptime)
        switch delivery {
        case .delivered: return Ending(finished: parcel.claim)
        case .dropped(let head):
            failures += 1
            return Ending(
                trouble: .refused(count: parcel.payload.count, status: head.status), finished: parcel.claim)
        case .failed(let failure):
            failures += 1
            return Ending(trouble: failed(parcel, failure))
        }
    }

    /// Takes a parcel back after its last attempt or stores it, and otherwise reports it as lost.
    private mutating func failed(_ parcel: Parcel, _ failure: RequestFailure) -> Trouble? {
        isLoadWanted = false
        let mustStore = isStoring && (parcel.claim != nil || isOver || !flushes.isEmpty)
        if !mustStore, !isOver, let earlier = parcel.batch, batch.takeBack(earlier) { return .delayed(failure) }
        guard isStoring else { return .lost(count: parcel.payload.count, failure) }
        waiting = parcel
        waiting?.isSpent = true
        return nil
    }

    /// Postpones the next automatic request after a failure.
    private mutating func note(_ delivery: SendResult, at now: Instant, uptime: Duration) {
        guard backoff != nil, let interval = service.interval else { return }
        let delay: Duration
        switch delivery {
        case .delivered:
            backoff?.succeeded()
            return
        case .dropped: delay = backoff?.recordFailureWithMaximumDelay(random: service.random) ?? interval
        case .failed(let failure):
            let requested = failure.retryAfter(at: now) ?? .zero
            delay = max(backoff?.recordFailure(random: service.random) ?? interval, min(requested, .seconds(3600)))
        }
        due = uptime + max(delay, interval)
    }
}

extension RequestFailure {
    fileprivate func retryAfter(at now: Instant) -> Duration? {
        guard case .status(let response) = self else { return nil }
        return response.head.retryAfter(at: now)
    }
}
