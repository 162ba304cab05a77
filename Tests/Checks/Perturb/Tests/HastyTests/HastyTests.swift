// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Synchronization
import Testing

/// A result that becomes available later.
private final class Result: Sendable {
    private let value = Mutex(false)

    var isThere: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}

@Suite("Tests that pass only on an idle machine", .serialized)
struct HastyTests {
    @Test("Waits for a number of yields")
    func yields() async {
        let (first, second, third) = (Result(), Result(), Result())
        Task { first.set() }
        Task { second.set() }
        Task { third.set() }
        for _ in 0..<100 { await Task.yield() }
        #expect(first.isThere && second.isThere && third.isThere)
    }

    @Test("Sleeps for 20 milliseconds")
    func sleep() async throws {
        let (first, second, third) = (Result(), Result(), Result())
        DispatchQueue(label: "first").async { first.set() }
        DispatchQueue(label: "second").async { second.set() }
        DispatchQueue(label: "third").async { third.set() }
        try await Task.sleep(for: .milliseconds(20))
        #expect(first.isThere && second.isThere && third.isThere)
    }

    @Test("Sets a deadline of one second for a third of a second of work")
    func deadline() async throws {
        let isDone = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await Task.sleep(for: .milliseconds(300))
                return true
            }
            group.addTask {
                try await Task.sleep(for: .milliseconds(1100))
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() == true
        }
        #expect(isDone)
    }
}
