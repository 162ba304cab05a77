// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardTransport

@Suite("Inbox")
struct InboxTests {
    private let lost = TransportError(.disconnected, "lost")

    private func expect<Value: Equatable>(
        _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(value == expected, sourceLocation: sourceLocation)
    }

    @Test("Returns elements in order, and joins adjacent bytes")
    func order() {
        var inbox = Inbox(limit: 100)
        expect(inbox.next(), nil)
        inbox.add(HTTPResponseHead(status: 200))
        expect(inbox.add([1, 2]), true)
        expect(inbox.add([3]), true)
        inbox.add(HTTPResponseHead(status: 201))
        expect(inbox.add([4]), true)
        expect(inbox.finish(nil), true)
        expect(inbox.next(), .success(.head(HTTPResponseHead(status: 200))))
        expect(inbox.next(), .success(.bytes([1, 2, 3])))
        expect(inbox.next(), .success(.head(HTTPResponseHead(status: 201))))
        expect(inbox.next(), .success(.bytes([4])))
        expect(inbox.next(), .success(nil))
        expect(inbox.next(), .success(nil))
    }

    @Test("Counts only waiting bytes toward the limit")
    func limit() {
        var inbox = Inbox(limit: 3)
        expect(inbox.add([1, 2, 3]), true)
        expect(inbox.add([4]), false)
        expect(inbox.next(), .success(.bytes([1, 2, 3])))
        expect(inbox.add([5, 6, 7]), true)
        expect(inbox.add([8]), false)
    }

    @Test("Returns a whole response only at its end")
    func whole() {
        var inbox = Inbox(limit: 100, isWhole: true)
        inbox.add(HTTPResponseHead(status: 200))
        expect(inbox.add([1]), true)
        expect(inbox.next(), nil)
        expect(inbox.finish(nil), true)
        expect(inbox.next(), .success(.head(HTTPResponseHead(status: 200))))
        expect(inbox.next(), .success(.bytes([1])))
        expect(inbox.next(), .success(nil))
    }

    @Test("Reports a lost connection once, after the received bytes")
    func errorBehind() {
        var inbox = Inbox(limit: 3)
        expect(inbox.add([1]), true)
        expect(inbox.finish(lost), true)
        expect(inbox.next(), .success(.bytes([1])))
        expect(inbox.next(), .failure(lost))
        expect(inbox.next(), .success(nil))
    }

    @Test(
        "Drops waiting bytes if the consumer stopped or fell behind",
        arguments: [
            TransportError.Kind.cancelled, .closed, .tooLarge,
        ])
    func errorAtOnce(kind: TransportError.Kind) {
        var inbox = Inbox(limit: 3)
        inbox.add(HTTPResponseHead(status: 200))
        expect(inbox.add([1]), true)
        expect(inbox.finish(TransportError(kind, "")), true)
        expect(inbox.next(), .failure(TransportError(kind, "")))
        expect(inbox.next(), .success(nil))
    }

    @Test("Ignores elements and a second end after the end")
    func afterEnd() {
        var inbox = Inbox(limit: 3)
        expect(inbox.finish(nil), true)
        expect(inbox.finish(lost), false)
        expect(inbox.add([1, 2, 3, 4]), true)
        inbox.add(HTTPResponseHead(status: 200))
        expect(inbox.next(), .success(nil))
    }

    @Test("Adds the bytes that fit, and at least one byte if it's empty")
    func fitting() {
        var inbox = Inbox(limit: 3)
        expect(inbox.addFitting([1, 2]), 2)
        expect(inbox.hasRoom, true)
        expect(inbox.addFitting([3, 4]), 1)
        expect(inbox.hasRoom, false)
        expect(inbox.addFitting([4]), 0)
        expect(inbox.next(), .success(.bytes([1, 2, 3])))
        expect(inbox.hasRoom, true)
        expect(inbox.addFitting([4]), 1)
        var narrow = Inbox(limit: 0)
        expect(narrow.addFitting([1, 2]), 1)
        expect(narrow.addFitting([2]), 0)
    }
}
