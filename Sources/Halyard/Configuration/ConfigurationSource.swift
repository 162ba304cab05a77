// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The source of a configuration: a JSON file or a JSON text.
///
/// ```swift
/// let text = #"{"version": 1, "providers": {"local": {"type": "memory", "flags": {"new-nav": true}}}}"#
/// let flags = try FlagClient(configuration: .json(text))
/// ```
/// Nothing is read until it is loaded.
public struct ConfigurationSource: Sendable, Hashable {
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
    /// A relative path starts from the current directory; paths in the file start from the file's own folder.
    public static func file(_ path: String) -> ConfigurationSource { ConfigurationSource(source: .file(path)) }

    /// A text.
    ///
    /// Paths in the text start from the given directory.
    public static func json(_ text: String, directory: String = ".") -> ConfigurationSource {
        ConfigurationSource(source: .text(text, directory: directory))
    }
}
