// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A sink that makes the client count reads, as in a real app.
struct Counting: EventSink {
    func receive(_ event: FlagEvent) {}
}
