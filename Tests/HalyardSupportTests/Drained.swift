// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

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
