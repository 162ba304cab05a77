// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import TestSupport
import Testing

@Suite("ExpiringActivity")
struct ExpiringActivityTests {
    /// Plays the system: runs the block on a thread of its own, as often as it is asked to.
    private final class System: Sendable {
        private let block = Lock<(@Sendable (Bool) -> Void)?>(nil)
        private let notes = Lock<[String]>([])

        var noted: [String] { notes.withLock { $0 } }

        var request: ExpiringActivity.Request {
            { [self] reason, block in
                note("asked for \(reason)")
                self.block.withLock { $0 = block }
            }
        }

        func note(_ line: String) { notes.withLock { $0.append(line) } }

        /// Runs the block; returns when it has.
        func run(isExpired: Bool) async {
            guard let block = block.withLock({ $0 }) else { return }
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "activity").async { [self] in
                    note("runs, expired: \(isExpired)")
                    block(isExpired)
                    note("has run, expired: \(isExpired)")
                    continuation.resume()
                }
            }
        }

        /// Returns when something was noted.
        func until(_ line: String, at location: SourceLocation = #_sourceLocation) async {
            await TestSupport.until(at: location) { noted.contains(line) }
        }
    }

    @Test("the system's block lasts until the work ends")
    func end() async {
        let system = System()
        let activity = ExpiringActivity("work", request: system.request)
        async let run: Void = system.run(isExpired: false)
        await system.until("runs, expired: false")
        system.note("ends")
        activity.end()
        await run
        #expect(system.noted == ["asked for work", "runs, expired: false", "ends", "has run, expired: false"])
    }

    @Test("work that ended before the system gives time takes none")
    func early() async {
        let system = System()
        ExpiringActivity("work", request: system.request).end()
        await system.run(isExpired: false)
        #expect(system.noted == ["asked for work", "runs, expired: false", "has run, expired: false"])
    }

    @Test("when the system takes the time back, its block returns, and the work may end later")
    func expiry() async {
        let system = System()
        let activity = ExpiringActivity("work", request: system.request)
        async let run: Void = system.run(isExpired: false)
        await system.until("runs, expired: false")
        await system.run(isExpired: true)
        await run
        system.note("ends")
        activity.end()
        #expect(system.noted.last == "ends")
        #expect(system.noted.contains("has run, expired: false"))
    }

    @Test("a system that refuses calls the block with true at once")
    func refusal() async {
        let system = System()
        let activity = ExpiringActivity("work", request: system.request)
        await system.run(isExpired: true)
        activity.end()
        #expect(system.noted == ["asked for work", "runs, expired: true", "has run, expired: true"])
    }
}
