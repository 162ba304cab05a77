// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

@testable import HalyardUnleashClient

/// A recorder of events and completions, with one line for each call.
///
/// Only one task can read the lines.
final class Heard: Sendable {
    private struct State {
        var lines: [String] = []
        var read = 0
        var waiting: CheckedContinuation<String, Never>?

        mutating func take() -> String? {
            guard read < lines.count else { return nil }
            read += 1
            return lines[read - 1]
        }
    }

    private let state = Lock(State())

    init() {}

    /// Creates a recorder that adds lines such as `update` or `error network` for a client's events.
    init(_ client: UnleashClient, _ events: UnleashEvent...) {
        for event in events {
            client.subscribe(event) { payload in
                self.add(event.rawValue + ((payload as? PollerError).map { " \($0)" } ?? ""))
            }
        }
    }

    /// All lines so far.
    var lines: [String] { state.withLock { $0.lines } }

    func add(_ line: String) {
        let resumed = state.withLock { state -> (CheckedContinuation<String, Never>, String)? in
            state.lines.append(line)
            guard let waiting = state.waiting, let line = state.take() else { return nil }
            state.waiting = nil
            return (waiting, line)
        }
        resumed?.0.resume(returning: resumed?.1 ?? "")
    }

    /// Returns the next unread line, and waits for one if necessary.
    func next() async -> String {
        await withCheckedContinuation { continuation in
            let line = state.withLock { state -> String? in
                if let line = state.take() { return line }
                state.waiting = continuation
                return nil
            }
            if let line { continuation.resume(returning: line) }
        }
    }

    /// Returns a completion handler that adds lines such as `start nil` or `start network`.
    func completion(_ name: String) -> @Sendable (PollerError?) -> Void {
        { self.add(name + " " + ($0.map { "\($0)" } ?? "nil")) }
    }
}

extension UnleashClientBase {
    /// Returns when all handlers have been called for earlier events.
    func settle() async {
        await withCheckedContinuation { continuation in
            engine.fetchState.events.call(at: .here) { continuation.resume() }
        }
    }
}
