// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

extension Flag {
    /// Whether the app has read the flag since counts were last handed to sinks.
    package var isCounted: Bool { listings.load(ordering: .relaxed) > 0 }
}
