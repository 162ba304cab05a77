// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// Describes the app, so that the service can distinguish several.
///
/// Each text has 1 to 64 letters, digits, `.`, `_` and `-`; one that is longer or contains anything else is left out.
/// For contexts spaces become hyphens first, and an app without an identifier is not described at all. What is left out
/// is reported in debug mode (`LDConfig.isDebugMode`).
///
/// ```swift
/// var info = ApplicationInfo()
/// info.applicationIdentifier("shop")
/// info.applicationVersion("1.2")
/// config.applicationInfo = info
/// ```
public struct ApplicationInfo: Sendable, Hashable {
    /// The description in the provider's form.
    private(set) var neutral = LaunchDarklyApplication()

    /// Makes an empty description.
    public init() {}

    /// Sets the app's identifier.
    public mutating func applicationIdentifier(_ applicationId: String?) { neutral.id = applicationId }

    /// Sets the app's name.
    public mutating func applicationName(_ applicationName: String?) { neutral.name = applicationName }

    /// Sets the app's version, for machines.
    public mutating func applicationVersion(_ applicationVersion: String?) { neutral.version = applicationVersion }

    /// Sets the app's version, for people.
    public mutating func applicationVersionName(_ applicationVersionName: String?) {
        neutral.versionName = applicationVersionName
    }
}
