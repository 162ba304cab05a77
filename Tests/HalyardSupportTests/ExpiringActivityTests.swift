// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import TestSupport
import Testing

@Suite("ExpiringActivity")
struct ExpiringActivityTests {
    /// A simulated system that runs the block on its own thread.
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

        /// Runs the block, and returns when it has ended.
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

        /// Returns when a line has been recorded.
        func until(_ line: String, at location: SourceLocation = #_sourceLocation) async {
            await TestSupport.until(at: location) { noted.contains(line) }
        }
    }

    @Test("Keeps the system's block running until the work ends")
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

    @Test("Returns from the block immediately if the work has already ended")
    func early() async {
        let system = System()
        ExpiringActivity("work", request: system.request).end()
        await system.run(isExpired: false)
        #expect(system.noted == ["asked for work", "runs, expired: false", "has run, expired: false"])
    }

    @Test("Returns from the block when the time expires before the work ends")
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

    @Test("Returns from the block when the system denies the time")
    func refusal() async {
        let system = System()
        let activity = ExpiringActivity("work", request: system.request)
        await system.run(isExpired: true)
        activity.end()
        #expect(system.noted == ["asked for work", "runs, expired: true", "has run, expired: true"])
    }
}
