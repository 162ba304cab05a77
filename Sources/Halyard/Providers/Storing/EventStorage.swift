// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Whether events that could not be sent are kept on disk, how many, and for how long.
///
/// They are sent when a client of the same environment is online again, even in a later run of the app. `erase` and the
/// withdrawal of consent delete them; where a client begins without consent, they wait for it. Without a network, each flush
/// and each request that fails twice costs a file. On Apple systems the files are excluded from backups, and have the data
/// protection that the app has chosen for its files (by default, until the first unlock after the device starts).
public struct EventStorage: Sendable, Hashable {
    /// Whether events are kept; true by default.
    ///
    /// If not, they are dropped, which is reported.
    public var isOn = true
    /// The maximum size in bytes of one environment's stored events; 1 MiB by default, at least 0.
    ///
    /// Beyond that the oldest are dropped, which is reported.
    public var size = 1 << 20 {
        didSet { size = max(0, size) }
    }
    /// How long events are kept; seven days by default.
    ///
    /// Older ones are dropped, which is reported.
    public var age: Duration = .seconds(604_800)

    /// Makes the default: on, 1 MiB, seven days.
    public init() {}
}
