// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The parts of the system that a client uses: the real ones, or those of a test.
///
/// Requests are made by its ``PollerSession``. A value; what it holds is safe to use from any thread.
public struct UnleashClientDependencies: Sendable {
    /// The clock.
    public var time: any TimeSource
    /// Where identifiers and the jitter of delays come from.
    public var random: any RandomSource
    /// The file system that bootstrap files are read from.
    public var files: any FileSystem
    /// Where the session id is kept.
    package var store: any FlagStore

    /// Creates the dependencies.
    ///
    /// Doesn't read or write anything.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - random: Where identifiers and the jitter of delays come from.
    ///   - folder: Where the session id is kept; nil for the app's own folder.
    ///   - files: The file system of that folder and of bootstrap files.
    public init(
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(), folder: String? = nil,
        files: any FileSystem = LocalFileSystem()
    ) {
        self.time = time
        self.random = random
        self.files = files
        store = FileFlagStore(folder: folder, files: files, time: time)
    }
}
