// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Whether events that could not be sent are kept on disk, how many of them, and how long.
///
/// They are sent when a client of the same environment is online again, also in a later run of the app. `erase` and a consent
/// that is withdrawn delete them; where a client begins without consent, they wait for it. Without a network, each flush and each request that fails twice costs a file. On Apple systems
/// the files are left out of backups, and have the data protection that the app has chosen for its files (until the first unlock
/// after a start of the device, unless it chose another).
public struct EventStorage: Sendable, Hashable {
    /// Whether they are kept; true by default.
    ///
    /// Without it they are dropped, which is reported.
    public var isOn = true
    /// How many bytes the stored events of one environment may have; 1 MiB by default, at least 0.
    ///
    /// Beyond that the oldest are dropped, which is reported.
    public var size = 1 << 20 {
        didSet { size = max(0, size) }
    }
    /// How long they are kept; seven days by default.
    ///
    /// Older ones are dropped, which is reported.
    public var age: Duration = .seconds(604_800)

    /// Makes the default: on, 1 MiB, seven days.
    public init() {}
}
