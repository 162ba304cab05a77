// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// Sends the requests of calls, each in an exchange of its own; the part of a transport that knows the platform.
package protocol CallSender: Sendable {
    /// Sends a request for a call, and reports to the call what comes.
    ///
    /// Returns at once. The call adopts the exchange before anything is reported.
    func start(_ call: Call, _ request: HTTPRequest)
}

/// One request on its way, and its answer.
package protocol CallExchange: Sendable {
    /// Ends the exchange; returns at once. What it reports afterwards is ignored.
    func drop()

    /// Goes on with a body whose last piece the call did not take as a whole.
    func resume()
}

// The two operations of a transport, for any sender.
extension CallSender {
    /// Sends a request and returns the whole answer.
    package func send(
        _ request: HTTPRequest, within limits: HTTPLimits, by alarm: Alarm<Call>
    ) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, "The task was cancelled") }
        let call = Call(request, within: CallLimits(limits), by: alarm, over: self)
        call.start()
        var response: HTTPResponse?
        while let event = try await call.next() {
            switch event {
            case .head(let head): response = HTTPResponse(head)
            // The call delivers a whole body in one piece.
            case .bytes(let bytes): response?.body = bytes
            }
        }
        guard let response else { throw TransportError(.malformed, "The answer has no head", url: call.origin) }
        return response
    }

    /// Opens a request whose answer has no end in sight; each iteration sends it.
    package func open(_ request: HTTPRequest, within limits: HTTPStreamLimits, by alarm: Alarm<Call>) -> HTTPStream {
        HTTPStream {
            let reader = StreamReader(Call(request, within: CallLimits(limits), by: alarm, over: self))
            return { () async throws(TransportError) -> HTTPStream.Event? in try await reader.call.next() }
        }
    }
}

/// Ends a stream's call when its iterator is gone.
private final class StreamReader: Sendable {
    let call: Call

    init(_ call: Call) {
        self.call = call
        // Nothing leaves for a task that is cancelled already.
        if Task.isCancelled { call.end(.cancelled, "The task was cancelled") } else { call.start() }
    }

    deinit { call.end(.cancelled, "The stream was let go") }
}
