// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// The platform-specific part of a transport, which sends each request of a call in a separate exchange.
package protocol CallSender: Sendable {
    /// Sends a request for a call, and reports the response to the call.
    ///
    /// Returns immediately. The call adopts the exchange before anything is reported.
    func start(_ call: Call, _ request: HTTPRequest)
}

/// One request and its response.
package protocol CallExchange: Sendable {
    /// Ends the exchange and returns immediately, after which its reports are ignored.
    func drop()

    /// Continues with a body after the call didn't take all of the last chunk.
    func resume()
}

extension CallSender {
    /// Sends a request and returns the complete response.
    package func send(
        _ request: HTTPRequest, within limits: HTTPLimits, by alarm: Alarm<Call>
    ) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, "The task was canceled") }
        let call = Call(request, within: CallLimits(limits), by: alarm, over: self)
        call.start()
        var response: HTTPResponse?
        while let event = try await call.next() {
            switch event {
            case .head(let head): response = HTTPResponse(head)
            // The call delivers a complete body in one chunk.
            case .bytes(let bytes): response?.body = bytes
            }
        }
        guard let response else { throw TransportError(.malformed, "The response has no head", url: call.origin) }
        return response
    }

    /// Opens a request with an open-ended response, which each iteration sends.
    package func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits, by alarm: Alarm<Call>) -> HTTPStream {
        HTTPStream {
            let reader = StreamReader(Call(request, within: CallLimits(limits), by: alarm, over: self))
            return { () async throws(TransportError) -> HTTPStream.Event? in try await reader.call.next() }
        }
    }
}

/// An object that ends a stream's call when its iterator is released.
private final class StreamReader: Sendable {
    let call: Call

    init(_ call: Call) {
        self.call = call
        // Don't send anything for a task that is already canceled.
        if Task.isCancelled { call.end(.cancelled, "The task was canceled") } else { call.start() }
    }

    deinit { call.end(.cancelled, "The stream was released") }
}
