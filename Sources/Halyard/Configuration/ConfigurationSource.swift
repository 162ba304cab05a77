// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The source of a configuration: a JSON file or a JSON string.
///
/// ```swift
/// let text = #"{"version": 1, "providers": {"local": {"type": "memory", "flags": {"new-nav": true}}}}"#
/// let flags = try FlagClient(configuration: .json(text))
/// ```
/// Creating a source does not read anything.
public struct ConfigurationSource: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case file(String)
        case text(String, directory: String)
    }

    let source: Source

    /// The path of the file, or `nil` for a string.
    var file: String? {
        if case .file(let path) = source { path } else { nil }
    }

    /// Returns a source for a JSON file.
    ///
    /// A relative path starts from the current directory. Paths in the file start from the folder of the file.
    public static func file(_ path: String) -> ConfigurationSource { ConfigurationSource(source: .file(path)) }

    /// Returns a source for a JSON string.
    ///
    /// Paths in the string start from the given directory.
    public static func json(_ text: String, directory: String = ".") -> ConfigurationSource {
        ConfigurationSource(source: .text(text, directory: directory))
    }
}
