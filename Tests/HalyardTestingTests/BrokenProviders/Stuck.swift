// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A place where a broken provider stays, whatever its task is asked to do, until the test releases it.
final class Stuck: Sendable {
    private let isInside = CurrentValue(false)
    private let isFree = CurrentValue(false)

    /// Notes that somebody is stuck, and stays.
    func stay() async {
        // A task of its own, which no one cancels.
        await Task {
            isInside.set(true)
            for await isFree in isFree.values() where isFree { break }
        }.value
    }

    /// Returns when somebody is stuck.
    func untilInside() async {
        for await isInside in isInside.values() where isInside { break }
    }

    func free() { isFree.set(true) }
}
