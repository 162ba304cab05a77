// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// Which app it is, so that the service can tell several apart.
///
/// Each text has 1 to 64 letters, digits, `.`, `_` and `-`; one that is longer or has anything else is left out.
public struct ApplicationInfo: Sendable, Hashable {
    /// What identifies the app.
    public var applicationIdentifier: String?
    /// What the app is called.
    public var applicationName: String?
    /// The app's version, for machines.
    public var applicationVersion: String?
    /// The app's version, for people.
    public var applicationVersionName: String?

    /// Makes a description of which nothing is known yet.
    public init() {}

    /// The same in the provider's words.
    var neutral: LaunchDarklyApplication {
        var application = LaunchDarklyApplication()
        application.id = applicationIdentifier
        application.name = applicationName
        application.version = applicationVersion
        application.versionName = applicationVersionName
        return application
    }
}
