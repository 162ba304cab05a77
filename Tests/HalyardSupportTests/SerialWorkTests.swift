// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import TestSupport
import Testing

@Suite("SerialWork")
struct SerialWorkTests {
    @Test("Runs work in the order of the calls, one at a time, even after errors")
    func order() async {
        let (work, log) = (SerialWork(), Recorder<String>())
        let (begun, gate) = (Signal(), Signal())
        let first = Task {
            try await work.run {
                begun.give()
                await gate.wait()
                log.add("first")
                throw Failure(number: 1)
            }
        }
        await begun.wait()
        let second = Task { await work.run { log.add("second") } }
        gate.give()
        await #expect(throws: Failure(number: 1)) { try await first.value }
        await second.value
        #expect(log.all == ["first", "second"])
        #expect(await work.run { 3 } == 3)
    }
}
