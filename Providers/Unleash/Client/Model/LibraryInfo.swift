// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUnleash

/// What this library calls itself.
public enum LibraryInfo {
    /// The version that the service is told in the header field `unleash-sdk`.
    public static let version = UnleashProvider.version
    /// The name that stands in front of it.
    public static let name = "halyard-swift"
}
