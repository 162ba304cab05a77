// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@_exported public import struct HalyardLaunchDarkly.LaunchDarklyOptions

/// How flags are kept up to date in the foreground.
public typealias LDStreamingMode = LaunchDarklyOptions.StreamingMode
