// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Which sources may force flags on top of all providers, and in which builds.
///
/// ```swift
/// options.overrides = OverrideOptions(arguments: true, environment: true, file: "overrides.json")
/// ```
/// When several sources force one flag, code wins over arguments, arguments over the environment, and the environment over
/// the file. The sources are read when the client is made, and again when it applies a configuration. The file can
/// also be followed (``refresh``).
public struct OverrideOptions: Sendable {
    /// Whether `--halyard-flag name=value` (or `--halyard-flag=name=value`), any number of times, forces a flag.
    public var arguments: Bool
    /// Whether the environment variable `HALYARD_FLAGS` forces flags.
    ///
    /// It holds a JSON object of values by name, or `name=value` pairs with `;` between them.
    public var environment: Bool
    /// A file of the form `{"flags": {"new-nav": true}}` that forces flags; nil for none.
    public var file: String?
    /// How often to check whether the file has changed, at least 1 s.
    ///
    /// Nil for never. The file is followed from the client's start on. A version that can't be read is reported once, and the last good one
    /// stays in place.
    public var refresh: Duration?
    /// Whether overrides work in release builds too.
    ///
    /// If not, the sources and ``ClientOverrides`` have no effect there.
    public var allowedInRelease: Bool
    /// The parts of the machine that are used: arguments, variables, files.
    public var host = ConfigurationHost()
    /// Whether this counts as a debug build; set by tests.
    package var isDebugBuild = Self.isBuiltForDebugging

    /// Makes options; by default only code forces flags, and only in debug builds.
    ///
    /// - Parameters:
    ///   - arguments: Whether the program's arguments force flags.
    ///   - environment: Whether the environment variable `HALYARD_FLAGS` forces flags.
    ///   - file: A file that forces flags; nil for none.
    ///   - refresh: How often to check whether the file has changed, at least 1 s. Nil for never.
    ///   - allowedInRelease: Whether overrides work in release builds too.
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

    /// The environment variable that forces flags.
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

    /// The finding that is reported, once, where overrides are off.
    static let off = Diagnostic(
        "overridesOff", .info, "Overrides are off in this build: nothing is forced.",
        suggestion: "Use a debug build, or allow them: \"overrides\": {\"inRelease\": true}, in code allowedInRelease.")
}
