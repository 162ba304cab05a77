// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The sources that can override the flags of all providers, and the builds in which they can.
///
/// ```swift
/// options.overrides = OverrideOptions(arguments: true, environment: true, file: "overrides.json")
/// ```
/// If several sources override the same flag, code takes precedence over arguments, arguments over the environment, and the
/// environment over the file. The client reads the sources when it's created, and when it applies a configuration. It can
/// also follow the file (``refresh``).
public struct OverrideOptions: Sendable {
    /// A Boolean value that indicates whether the program's arguments override flags.
    ///
    /// Each `--halyard-flag name=value` (or `--halyard-flag=name=value`) overrides one flag.
    public var arguments: Bool
    /// A Boolean value that indicates whether the environment variable `HALYARD_FLAGS` overrides flags.
    ///
    /// The variable contains a JSON object of values by flag key, or `name=value` pairs separated by `;`.
    public var environment: Bool
    /// The path of a file with overrides in the form `{"flags": {"new-nav": true}}`, or `nil` for none.
    public var file: String?
    /// The interval of checks for changes of the file, which is at least 1 second, or `nil` for no checks.
    ///
    /// The checks begin with the client's start. If the file can't be read, the client reports this once and keeps the last
    /// good version.
    public var refresh: Duration?
    /// A Boolean value that indicates whether overrides also have an effect in release builds.
    ///
    /// If it's `false`, the sources and ``ClientOverrides`` have no effect there.
    public var allowedInRelease: Bool
    /// The source of arguments, environment variables, and files.
    public var host = ConfigurationHost()
    /// A Boolean value that indicates whether this counts as a debug build, which tests can set.
    package var isDebugBuild = Self.isBuiltForDebugging

    /// Creates options.
    ///
    /// By default, only code can override flags, and only in debug builds.
    ///
    /// - Parameters:
    ///   - arguments: A Boolean value that indicates whether the program's arguments override flags.
    ///   - environment: A Boolean value that indicates whether the environment variable `HALYARD_FLAGS` overrides flags.
    ///   - file: The path of a file with overrides, or `nil` for none.
    ///   - refresh: The interval of checks for changes of the file, which is at least 1 second, or `nil` for no checks.
    ///   - allowedInRelease: A Boolean value that indicates whether overrides also have an effect in release builds.
    public init(
        arguments: Bool = false, environment: Bool = false, file: String? = nil, refresh: Duration? = nil,
        allowedInRelease: Bool = false
    ) {
        self.arguments = arguments
        self.environment = environment
        self.file = file
        self.refresh = refresh
        self.allowedInRelease = allowedInRelease
    }

    /// The environment variable that overrides flags.
    static let variable = "HALYARD_FLAGS"

    var isAllowed: Bool { allowedInRelease || isDebugBuild }

    var hasSources: Bool { arguments || environment || file != nil }

    private static var isBuiltForDebugging: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// The diagnostic that is reported once if overrides are off.
    static let off = Diagnostic(
        "overridesOff", .info, "Overrides have no effect in this build.",
        suggestion: "Use a debug build, or set \"inRelease\" to true in \"overrides\" (in code, allowedInRelease).")
}
