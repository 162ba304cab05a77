// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// What a test waits for until somebody opens it.
struct Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    func pass() async { for await _ in stream {} }
}

/// Takes what a stream holds right now, without waiting for more.
///
/// A stream hands out what it has buffered to a cancelled task and then ends.
func drained<Element: Sendable>(_ stream: AsyncStream<Element>) async -> [Element] {
    let task = Task {
        await untilCancelled()
        var elements: [Element] = []
        for await element in stream { elements.append(element) }
        return elements
    }
    task.cancel()
    return await task.value
}

/// An error of a test's own.
struct Failure: Error, Equatable {
    var number: Int
}
