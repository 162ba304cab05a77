// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The network of one provider, which delays, drops, rejects, and falsifies responses according to the world's weather.
final class SimTransport: HTTPTransport, @unchecked Sendable {
    // Only the simulation's thread uses it.
    private unowned let world: World
    private unowned let station: Station

    init(_ world: World, _ station: Station) { (self.world, self.station) = (world, station) }

    private static var cancelled: TransportError { TransportError(.cancelled, "The task was cancelled") }

    func close() async {}

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        // Like the library's transports, it sends nothing for a canceled task.
        if Task.isCancelled { throw Self.cancelled }
        let reply = Reply<Result<HTTPResponse, TransportError>>()
        let number = station.begin(request)
        let deadline = world.timeline.after(limits.deadline) {
            reply.give(.failure(TransportError(.timedOut, "No answer in time", url: self.station.service.name)))
        }
        carry(request, number, reply)
        let result = await reply.value {
            .failure(TransportError(.cancelled, "The caller gave up"))
        }
        world.timeline.cancel(deadline)
        station.end(request, number, result)
        return try result.get()
    }

    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream { [self] in
            if Task.isCancelled {
                return { () async throws(TransportError) -> HTTPStream.Event? in throw Self.cancelled }
            }
            let line = Line(world, station, request, limits)
            let holder = LineHolder(line)
            return { () async throws(TransportError) -> HTTPStream.Event? in try await holder.line.next() }
        }
    }

    /// Delivers a request to the service, and the response to the caller.
    private func carry(_ request: HTTPRequest, _ number: Int, _ reply: Reply<Result<HTTPResponse, TransportError>>) {
        var plan = world.weather.plan(for: request, world)
        // A stream that only announces changes doesn't repeat an announcement after an old response.
        if [.stale, .unasked].contains(plan.kind), !station.lines.isEmpty { plan.kind = .fair }
        if plan.kind != .fair { world.trace.note("network: \(plan.kind) for \(station.service.name) \(request.short)") }
        let disconnected = TransportError(.disconnected, "The connection was lost", url: station.service.name)
        switch plan.kind {
        case .refused:
            after(plan.there) { reply.give(.failure(TransportError(.unreachable, "Nobody listens there"))) }
            return
        case .requestLost:
            after(plan.there) { reply.give(.failure(disconnected)) }
            return
        case .silent: return
        default: break
        }
        after(plan.there) { [self] in
            if case .status(let status) = plan.kind, !plan.handlesFirst {
                return after(plan.back) { reply.give(.success(self.refusal(status, plan.retryAfter))) }
            }
            let service = station.service
            if service.isRevoked { return after(plan.back) { reply.give(.success(self.refusal(401, nil))) } }
            var response = plan.kind == .stale ? service.staleAnswer(to: request) : service.answer(to: request)
            station.taken(request, number, response)
            if plan.kind == .twice { response = service.answer(to: request) }
            switch plan.kind {
            case .answerLost: return after(plan.back) { reply.give(.failure(disconnected)) }
            case .status(let status):
                return after(plan.back) { reply.give(.success(self.refusal(status, plan.retryAfter))) }
            case .half: response.body = service.spoil(response.body, &world.faults)
            case .unasked: response = HTTPResponse(HTTPResponseHead(status: 304, headers: ["X-Forged": "yes"]))
            default: break
            }
            after(plan.back) { reply.give(.success(response)) }
        }
    }

    private func after(_ delay: Duration, _ body: @escaping () -> Void) { world.timeline.after(delay, body) }

    private func refusal(_ status: Int, _ retryAfter: RetryAfter?) -> HTTPResponse {
        var headers: HTTPHeaders = [:]
        if let retryAfter {
            // The second field is for the judge, which therefore doesn't parse dates with the library's code.
            (headers["Retry-After"], headers["X-Rest"]) = retryAfter.fields(at: world.time.now)
        }
        return HTTPResponse(HTTPResponseHead(status: status, headers: headers))
    }
}

extension HTTPRequest {
    /// The method and the path without personal data.
    var short: String {
        let path = url.split(separator: "/").dropFirst(2).joined(separator: "/")
        return "\(method) /\(path.prefix { $0 != "?" }.prefix(24))"
    }
}
