// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A piece of work that can be repeated.
struct Work: Sendable {
    enum Body: Sendable {
        case sync(@Sendable (Int) -> Int)
        case async(@Sendable (Int) async -> Int)
    }

    /// What rows call it.
    let name: String
    /// How often a round repeats it, so that a round takes a few milliseconds.
    let repetitions: Int
    let body: Body
    /// Whether its result is the figure, in nanoseconds.
    var measuresItself = false
    /// How many bytes a repetition works on, where that is what its memory is compared with.
    var size: Int?

    /// Work that repeats itself as often as it is asked to, and returns something that depends on what it did.
    init(_ name: String, repetitions: Int, _ body: @escaping @Sendable (Int) -> Int) {
        (self.name, self.repetitions, self.body) = (name, repetitions, .sync(body))
    }

    /// The same, for work that waits.
    init(_ name: String, repetitions: Int, waiting body: @escaping @Sendable (Int) async -> Int) {
        (self.name, self.repetitions, self.body) = (name, repetitions, .async(body))
    }

    /// Work that is done once a round and returns the nanoseconds that it measured.
    init(_ name: String, waiting body: @escaping @Sendable () async -> Int) {
        (self.name, repetitions, measuresItself) = (name, 1, true)
        self.body = .async { _ in await body() }
    }

    func run(_ times: Int) async -> Int {
        switch body {
        case .sync(let body): body(times)
        case .async(let body): await body(times)
        }
    }
}
