// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A repeatable piece of work.
struct Work: Sendable {
    enum Body: Sendable {
        case sync(@Sendable (Int) -> Int)
        case async(@Sendable (Int) async -> Int)
    }

    /// The name in rows.
    let name: String
    /// The number of repetitions in a round, so that a round takes a few milliseconds.
    let repetitions: Int
    let body: Body
    /// A Boolean value that indicates whether the work's result is the measured value, in nanoseconds.
    var measuresItself = false
    /// The number of bytes that a repetition processes, if the memory is compared with it.
    var size: Int?

    /// Creates work that repeats itself, and returns a value that depends on its results.
    init(_ name: String, repetitions: Int, _ body: @escaping @Sendable (Int) -> Int) {
        (self.name, self.repetitions, self.body) = (name, repetitions, .sync(body))
    }

    /// Creates asynchronous work that repeats itself.
    init(_ name: String, repetitions: Int, waiting body: @escaping @Sendable (Int) async -> Int) {
        (self.name, self.repetitions, self.body) = (name, repetitions, .async(body))
    }

    /// Creates work that runs once per round, and returns the nanoseconds that it measured.
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
