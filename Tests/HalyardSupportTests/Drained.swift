// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Returns the buffered elements of a stream without waiting for more.
///
/// In a canceled task, a stream returns its buffered elements and then ends.
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

/// An error for tests.
struct Failure: Error, Equatable {
    var number: Int
}
