// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUnleash

/// The name and version of this library.
public enum LibraryInfo {
    /// The version that the client sends to the service in the header field `unleash-sdk`.
    public static let version = UnleashProvider.version
    /// The name that precedes the version in the header field.
    public static let name = "halyard-swift"
}
