// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import Testing

@Suite("EventSource problems")
struct EventSourceProblemTests {
    @Test(
        "Describes each problem in a sentence",
        arguments: [
            (.ended, "The stream ended."), (.silent(.seconds(90)), "The stream received nothing for 90.0 seconds."),
            (.status(503), "The server responded with status 503 instead of a stream."),
            (.contentType("text/html"), "The server answered with \"text/html\" instead of a stream."),
            (.transport(TransportError(.disconnected, "The connection was reset")), "The connection was reset"),
        ] as [(EventSource.Problem, String)])
    func sentences(problem: EventSource.Problem, text: String) {
        #expect(problem.description == text)
    }
}
