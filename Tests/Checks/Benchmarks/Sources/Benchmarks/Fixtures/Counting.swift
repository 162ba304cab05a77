// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A sink, so that reads are counted as in a real app.
struct Counting: EventSink {
    func receive(_ event: FlagEvent) {}
}
