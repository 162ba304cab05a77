// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport
import Testing

@Suite("ServiceProblems")
struct ServiceProblemsTests {
    @Test("Reports a repeated cause once, even if its messages differ")
    func cause() {
        var problems = ServiceProblems(provider: "company")
        func report(_ failure: RequestFailure) -> [String] {
            problems.failed(FlagError(.general, failure.description), cause: failure.cause, next: nil).map(\.message)
        }
        let slow = { (time: Int) in RequestFailure.transport(TransportError(.unreachable, "no server after \(time) ms"))
        }
        let first = report(slow(3))
        let second = report(slow(4))
        let refused = report(.status(HTTPResponse(HTTPResponseHead(status: 401, headers: HTTPHeaders()))))
        let again = report(slow(5))
        #expect(
            [first, second, refused, again] == [
                ["no server after 3 ms"], [], ["The server responded with status 401"], ["no server after 5 ms"],
            ])
        #expect(problems.failure?.message == "no server after 5 ms")
    }
}
