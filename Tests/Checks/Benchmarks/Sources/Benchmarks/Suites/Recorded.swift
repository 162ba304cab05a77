// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Recorded values, which must not rise by more than 10 %.
///
/// A change that lowers a value records the new value here, so that a later increase is noticed.
enum Recorded {
    /// The instructions of a read, by its name.
    static let instructions = [
        ("typed Bool", 56.8), ("String-key Bool", 214), ("typed String of 11 letters", 96.1),
        ("typed String of 30 letters", 123),
    ]
    /// The instructions of reading a rollout with two constraints in a view, and of creating a view.
    ///
    /// The read takes 1480 to 1780 instructions, depending on heap addresses and on other threads.
    static let (viewRead, view) = (1650.0, 17_202.0)
    /// The instructions of parsing an event of about 85 bytes.
    static let smallEvent = 2258.0
}
