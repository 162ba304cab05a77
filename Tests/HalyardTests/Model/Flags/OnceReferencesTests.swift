// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import TestSupport
import Testing

@testable import Halyard

@Suite("Places that are filled once")
struct OnceReferencesTests {
    /// Counts how many of it are released.
    private final class Object: Sendable {
        let released: Recorder<Int>
        let number: Int

        init(_ number: Int, _ released: Recorder<Int>) { (self.number, self.released) = (number, released) }

        deinit { released.add(number) }
    }

    private final class Places: Sendable {
        let references = OnceReferences<Object>(count: 2)
    }

    @Test("of several threads one fills a place, and all get its object; every object is released once")
    func race() {
        let released = Recorder<Int>()
        for _ in 0..<100 {
            let places = Places()
            let winners = Recorder<Int>()
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                winners.add(places.references.fill(1, with: Object(number, released)).number)
            }
            #expect(Set(winners.all).count == 1)
            #expect(places.references[1]?.number == winners.all.first)
            #expect(places.references[0] == nil)
        }
        #expect(released.count == 400)
    }

    @Test("a place that does not exist is empty and is not filled")
    func outside() {
        let released = Recorder<Int>()
        let places = Places()
        #expect(places.references.fill(2, with: Object(1, released)).number == 1)
        #expect(places.references.fill(-1, with: Object(2, released)).number == 2)
        #expect(places.references[2] == nil && places.references[-1] == nil)
        #expect(released.all == [1, 2])
    }
}
