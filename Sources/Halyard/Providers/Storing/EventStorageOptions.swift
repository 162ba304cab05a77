// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Settings for storing unsent events on disk.
///
/// Halyard sends stored events when a client of the same environment is online again, even in a later run of the app. `erase` and
/// withdrawn consent delete them. If a client starts without consent, they wait for consent. Without a network, each flush and each
/// request that fails twice writes a file. On Apple systems, backups don't include the files, and the app's data protection for
/// files applies (by default, until the first unlock after the device starts).
public struct EventStorageOptions: Sendable, Hashable {
    /// A Boolean value that indicates whether unsent events are stored, by default `true`.
    ///
    /// If it's `false`, Halyard drops them and reports the loss.
    public var isOn = true
    /// The maximum size of one environment's stored events in bytes, by default 1 MiB, at least 0.
    ///
    /// If the events take up more, Halyard drops the oldest and reports the loss.
    public var size = 1 << 20 {
        didSet { size = max(0, size) }
    }
    /// The maximum age of stored events, by default seven days.
    ///
    /// Halyard drops older events and reports the loss.
    public var age: Duration = .seconds(604_800)

    /// Creates the default settings: on, 1 MiB, seven days.
    public init() {}
}
