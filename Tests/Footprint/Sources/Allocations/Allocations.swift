// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CMallocCount
import Halyard

/// A sink, so that reads are counted as in a real app.
struct Counting: EventSink {}

/// Counts heap allocations for each kind of read, and fails when a found scalar or string allocates.
@main
struct Allocations {
    static let rounds = 10_000

    static func main() async {
        let flags = FlagClient(
            provider: InMemoryProvider([
                "new-nav": true, "limit": 250, "ratio": 0.5, "greeting": "a text that is too long to be stored inline",
            ]), sinks: [Counting()])
        await flags.start()
        let bool = FlagKey("new-nav", default: false)
        let int = FlagKey("limit", default: 1)
        let double = FlagKey("ratio", default: 1.0)
        let string = FlagKey("greeting", default: "")
        let missing = FlagKey("missing", default: false)
        let view = flags.snapshot()
        let length = CommandLine.arguments.count + 2
        let rows: [(name: String, allocations: Int, mustBeZero: Bool)] = [
            ("typed Bool", count { _ = flags[bool] }, true),
            ("string-key Bool", count { _ = flags.bool("new-nav", default: false) }, true),
            ("typed Int", count { _ = flags[int] }, true),
            ("typed Double", count { _ = flags[double] }, true),
            ("typed String", count { _ = flags[string] }, true),
            ("view, typed Bool", count { _ = view[bool] }, true),
            ("missing Bool", count { _ = flags[missing] }, false),
            ("details of a Bool", count { _ = flags.details(of: bool) }, false),
            ("control: an array", count { blackHole(Array(repeating: 1, count: length)) }, false),
        ]
        for row in rows {
            print("\(row.name): \(Double(row.allocations) / Double(rounds)) allocations per read")
        }
        // Without this the program would also pass where nothing is counted.
        guard rows.last.map({ $0.allocations >= rounds }) == true else { fail("the counter does not count") }
        guard rows.allSatisfy({ !$0.mustBeZero || $0.allocations == 0 }) else { fail("a found read allocates") }
        print("allocations: ok")
    }

    /// The allocations of many calls, after one that may set things up.
    private static func count(_ body: () -> Void) -> Int {
        body()
        let before = halyard_malloc_count()
        for _ in 0..<rounds { body() }
        return Int(halyard_malloc_count() - before)
    }

    @inline(never)
    private static func blackHole(_ value: [Int]) { withExtendedLifetime(value) {} }

    private static func fail(_ reason: String) -> Never { fatalError("allocations: \(reason)") }
}
