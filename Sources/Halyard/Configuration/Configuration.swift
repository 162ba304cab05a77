// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Where a configuration is: a JSON file or a JSON text.
///
/// Nothing is read until it is loaded.
public struct Configuration: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case file(String)
        case text(String, directory: String)
    }

    let source: Source

    /// The file; nil for a text.
    var file: String? {
        if case .file(let path) = source { path } else { nil }
    }

    /// A file.
    ///
    /// Relative paths start from the current directory; files that it names, from the file's own folder.
    public static func file(_ path: String) -> Configuration { Configuration(source: .file(path)) }

    /// A text.
    ///
    /// Files that it names start from the given directory.
    public static func json(_ text: String, directory: String = ".") -> Configuration {
        Configuration(source: .text(text, directory: directory))
    }
}

/// Everything that is wrong with a configuration, all of it found in one pass.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The findings, in the order of their places in the file; each says where, what and how to mend it.
    public let findings: [Diagnostic]

    /// Makes an error of its findings.
    public init(findings: [Diagnostic]) {
        self.findings = findings
    }

    /// One line for each finding.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}

/// What a configuration may use of the machine it is loaded on.
///
/// Tests hand in their own.
public struct ConfigurationHost: Sendable {
    /// The files that are named in the configuration.
    public var files: any FileSystem = SystemFiles()
    /// The environment variables, for `{"$env": "NAME"}`.
    public var variable: @Sendable (String) -> String? = { Platform.environment($0) }
    /// The program's arguments, its own name first; for overrides.
    public var arguments = CommandLine.arguments
    /// The clock that providers get.
    public var time: any TimeSource = SystemTime()

    /// Makes a host that uses the operating system.
    public init() {}
}
