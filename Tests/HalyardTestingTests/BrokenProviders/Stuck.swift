// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A suspension point that ignores cancellation until the test releases it.
final class Stuck: Sendable {
    private let isInside = CurrentValue(false)
    private let isFree = CurrentValue(false)

    /// Suspends the caller until the test calls `free()`.
    func stay() async {
        // A cancellation of the caller doesn't reach an unstructured task.
        await Task {
            isInside.set(true)
            for await isFree in isFree.values() where isFree { break }
        }.value
    }

    /// Waits until a caller is suspended in `stay()`.
    func untilInside() async {
        for await isInside in isInside.values() where isInside { break }
    }

    func free() { isFree.set(true) }
}
