// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The system dependencies of a client, which tests can replace.
///
/// They don't include the network, because a ``PollerSession`` makes requests. Because this type is a value, you can pass
/// it between threads. Its contents are safe to use from any thread.
public struct UnleashClientDependencies: Sendable {
    /// The clock.
    public var time: any TimeSource
    /// The source of identifiers and jitter.
    public var random: any RandomSource
    /// The file system for bootstrap files.
    public var files: any FileSystem
    /// The store for the session ID.
    package var store: any FlagStore

    /// Creates the dependencies.
    ///
    /// Doesn't read or write anything.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - random: The source of identifiers and jitter.
    ///   - folder: The folder for the session ID, or `nil` for the app's default folder.
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
