// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// Which app it is, so that the service can tell several apart.
///
/// Each text has 1 to 64 letters, digits, `.`, `_` and `-`; one that is longer or has anything else is left out. For
/// contexts spaces become hyphens first, and an app without an identifier is not described at all. What is left out is reported
/// in debug mode (`LDConfig.isDebugMode`).
///
/// ```swift
/// var info = ApplicationInfo()
/// info.applicationIdentifier("shop")
/// info.applicationVersion("1.2")
/// config.applicationInfo = info
/// ```
public struct ApplicationInfo: Sendable, Hashable {
    /// The same in the provider's words.
    private(set) var neutral = LaunchDarklyApplication()

    /// Makes a description of which nothing is known yet.
    public init() {}

    /// Says what identifies the app.
    public mutating func applicationIdentifier(_ applicationId: String?) { neutral.id = applicationId }

    /// Says what the app is called.
    public mutating func applicationName(_ applicationName: String?) { neutral.name = applicationName }

    /// Says the app's version, for machines.
    public mutating func applicationVersion(_ applicationVersion: String?) { neutral.version = applicationVersion }

    /// Says the app's version, for people.
    public mutating func applicationVersionName(_ applicationVersionName: String?) {
        neutral.versionName = applicationVersionName
    }
}
