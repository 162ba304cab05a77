// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// One open stream, which delivers the service's bytes in pieces of any size, in order, until it ends.
final class Line: @unchecked Sendable {
    typealias Event = Result<HTTPStream.Event?, TransportError>

    // Only the simulation's thread uses it.
    private unowned let world: World
    let station: Station
    let request: HTTPRequest
    private let limits: HTTPStreamLimits
    private var waiting: [Event] = []
    private var reader: Reply<Event>?
    private var lastArrival = Duration.zero
    private var timers: Set<Timeline.ID> = []
    private var silence: Timeline.ID?
    private var hasHead = false
    /// The time since which the service's bytes arrive, or `nil` if they don't arrive.
    var hearsSince: Duration? { isOpen && !isDeaf ? openedAt : nil }
    private var openedAt: Duration?
    /// A Boolean value that indicates whether the service still writes to the stream, as far as it can tell.
    private(set) var isOpen = true
    /// A Boolean value that indicates whether the network discards everything.
    private var isDeaf = false
    private(set) var isOver = false

    init(_ world: World, _ station: Station, _ request: HTTPRequest, _ limits: HTTPStreamLimits) {
        (self.world, self.station, self.request, self.limits) = (world, station, request, limits)
        station.lines.append(self)
        _ = station.begin(request)
        expect(limits.responseTimeout)
        let plan = world.weather.plan(for: request, world)
        if plan.kind.concernsStreams {
            world.trace.note("network: \(plan.kind) for a stream of \(station.service.name)")
        }
        switch plan.kind {
        case .refused, .requestLost, .answerLost:
            later(plan.there) { $0.fail(.disconnected, "The connection was lost") }
        case .silent: break
        case .status(let status):
            later(plan.there + plan.back) { line in
                line.arrive(.success(.head(HTTPResponseHead(status: status))))
                line.end(.success(nil))
            }
        default:
            later(plan.there) { line in
                let isRevoked = line.station.service.isRevoked
                guard !isRevoked, line.station.service.opens(line.request) else {
                    line.arrive(.success(.head(HTTPResponseHead(status: isRevoked ? 401 : 404))))
                    return line.end(.success(nil))
                }
                line.arrive(
                    .success(.head(HTTPResponseHead(status: 200, headers: ["Content-Type": "text/event-stream"]))))
                line.hasHead = true
                line.openedAt = line.world.timeline.uptime
                line.station.service.opened(line)
                line.station.streamOpened()
                line.beat()
            }
            if world.weather.trouble > 0, world.faults.chance(0.5) { fallIll() }
        }
    }

    /// Schedules the loss of the stream.
    private func fallIll() {
        let kind = world.faults.below(3)
        later(.milliseconds(world.faults.below(world.faults.pick([1_000, 30_000, 600_000])))) { line in
            line.world.trace.note(
                "network: a stream of \(line.station.service.name) " + ["breaks", "ends", "falls silent"][kind])
            switch kind {
            case 0: line.fail(.disconnected, "The connection was lost")
            case 1: line.end(.success(nil))
            default: line.isDeaf = true
            }
        }
    }

    /// Ends the stream from the service's side.
    func hangUp() { end(.success(nil)) }

    /// Ends the stream because the network goes down.
    func drop() { fail(.disconnected, "The connection was lost") }

    /// Writes bytes to the stream.
    ///
    /// If they contain all flags, the earlier bytes don't matter anymore.
    func write(_ text: String, isWhole: Bool = false) {
        guard isOpen, !isDeaf else { return }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = world.faults.chance(0.3) ? 1 + world.faults.below(rest.count) : rest.count
            let piece = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            lastArrival = max(lastArrival, world.timeline.uptime + world.faults.pause(upTo: world.weather.longestDelay))
            later(lastArrival - world.timeline.uptime) { line in
                if !line.isDeaf { line.arrive(.success(.bytes(piece))) }
            }
        }
        if isWhole {
            later(lastArrival - world.timeline.uptime) { line in if !line.isDeaf { line.station.allArrived() } }
        }
    }

    /// Returns the next event for the reader.
    func next() async throws(TransportError) -> HTTPStream.Event? {
        if !waiting.isEmpty { return try waiting.removeFirst().get() }
        if isOver { return nil }
        let reply = Reply<Event>()
        reader = reply
        let event = await reply.value { [self] in
            close()
            return .failure(TransportError(.cancelled, "The reader gave up"))
        }
        return try event.get()
    }

    /// Ends the stream from the reader's side.
    func close() {
        guard !isOver else { return }
        finish()
        reader?.give(.failure(TransportError(.cancelled, "The reader gave up")))
        reader = nil
    }

    private func beat() {
        later(.seconds(180)) { line in
            line.write(":\n\n")
            line.beat()
        }
    }

    private func fail(_ kind: TransportError.Kind, _ message: String) {
        end(.failure(TransportError(kind, message, url: station.service.name)))
    }

    private func end(_ event: Event) {
        guard !isOver else { return }
        let hadHead = hasHead
        finish()
        arrive(event)
        station.streamLost(hadHead: hadHead)
    }

    private func finish() {
        (isOpen, isOver) = (false, true)
        for timer in timers { world.timeline.cancel(timer) }
        if let silence { world.timeline.cancel(silence) }
        (timers, silence) = ([], nil)
        station.lines.removeAll { $0 === self }
    }

    private func arrive(_ event: Event) {
        if !isOver { expect(limits.idleTimeout) }
        if let reader {
            self.reader = nil
            reader.give(event)
        } else {
            waiting.append(event)
        }
    }

    /// Ends the stream if nothing arrives for a while.
    private func expect(_ patience: Duration) {
        if let silence { world.timeline.cancel(silence) }
        silence = world.timeline.after(patience) { [weak self] in self?.fail(.timedOut, "Nothing came for too long") }
    }

    private func later(_ delay: Duration, _ body: @escaping (Line) -> Void) {
        var id: Timeline.ID = 0
        id = world.timeline.after(delay) { [weak self] in
            guard let self else { return }
            timers.remove(id)
            body(self)
        }
        timers.insert(id)
    }
}

/// A holder that closes the stream when its last reader releases it.
final class LineHolder: Sendable {
    let line: Line

    init(_ line: Line) { self.line = line }

    deinit { line.close() }
}
