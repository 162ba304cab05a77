// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// A description of the app, which lets the service distinguish several apps.
///
/// Each string can contain 1 to 64 letters, digits, `.`, `_`, and `-`. The client omits strings that are longer or contain
/// other characters. With contexts, the client first replaces spaces with hyphens, and omits the whole description if there
/// is no identifier. In debug mode (`LDConfig.isDebugMode`), it reports omissions.
///
/// ```swift
/// var info = ApplicationInfo()
/// info.applicationIdentifier("shop")
/// info.applicationVersion("1.2")
/// config.applicationInfo = info
/// ```
public struct ApplicationInfo: Sendable, Hashable {
    /// The description as a `LaunchDarklyApplication`.
    private(set) var neutral = LaunchDarklyApplication()

    /// Creates an empty description.
    public init() {}

    /// Sets the app's identifier.
    public mutating func applicationIdentifier(_ applicationId: String?) { neutral.id = applicationId }

    /// Sets the app's name.
    public mutating func applicationName(_ applicationName: String?) { neutral.name = applicationName }

    /// Sets the app's machine-readable version.
    public mutating func applicationVersion(_ applicationVersion: String?) { neutral.version = applicationVersion }

    /// Sets the app's human-readable version.
    public mutating func applicationVersionName(_ applicationVersionName: String?) {
        neutral.versionName = applicationVersionName
    }
}
