// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// What a client needs of the machine: the real things, or those of a test.
package struct Surroundings: Sendable {
    /// The clock.
    package var time: any TimeSource = SystemTime()
    /// Where identifiers and the jitter of delays come from.
    package var random: any RandomSource = SystemRandom()
    /// The file system that bootstrap files are read from.
    package var files: any FileSystem = SystemFiles()
    /// Where the session id is kept.
    package var store: any SnapshotStore = FileSnapshotStore()

    package init() {}
}
