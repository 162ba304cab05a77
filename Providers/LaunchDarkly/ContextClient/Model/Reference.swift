// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@_exported public import struct HalyardLaunchDarkly.LaunchDarklyReference

/// A reference to an attribute of an ``LDContext``, or to a value inside an attribute.
public typealias Reference = LaunchDarklyReference

/// The reason why a ``Reference`` is invalid.
public typealias ReferenceError = LaunchDarklyReference.Defect
