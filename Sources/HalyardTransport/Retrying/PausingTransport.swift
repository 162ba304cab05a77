// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension ServerPause {
    /// A transport that begins this pause with each answer that asks for one: 429 or 503 with `Retry-After`.
    ///
    /// Nothing waits in it. The pause also begins when the caller is cancelled while the answer comes in; a caller that looked at
    /// the answer itself would miss that. ``HTTPTransport/close()`` closes the transport.
    public nonisolated func observing(_ transport: any HTTPTransport) -> any HTTPTransport {
        PausingTransport(transport: transport, pause: self)
    }

    func observe(_ head: HTTPResponseHead) {
        guard [429, 503].contains(head.status), let asked = head.retryAfter(at: time.now) else { return }
        begin(asked)
    }
}

private struct PausingTransport: HTTPTransport {
    let transport: any HTTPTransport
    let pause: ServerPause

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        let response = try await transport.send(request, within: limits)
        await pause.observe(response.head)
        return response
    }

    func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        let stream = transport.open(request, within: limits)
        return HTTPStream {
            let nextEvent = stream.makeAsyncIterator().nextEvent
            return { [pause] () async throws(TransportError) in
                let event = try await nextEvent()
                if case .head(let head)? = event { await pause.observe(head) }
                return event
            }
        }
    }

    func close() async { await transport.close() }
}
