// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@_exported public import struct HalyardLaunchDarkly.LaunchDarklyOptions

/// The way in which flags are kept up to date in the foreground.
public typealias LDStreamingMode = LaunchDarklyOptions.StreamingMode
