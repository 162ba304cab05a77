// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reads JSON (RFC 8259) into a ``FlagValue``, strictly.
///
/// ```swift
/// let value = try JSONReader().read(#"{"sizes": [1, 2.5]}"#)
/// ```
/// The decisions that the standard leaves open:
/// - The text is UTF-8. A byte order mark at its start is skipped; invalid UTF-8 and lone surrogates (`"\ud800"`) are
///   errors, because no Swift string can hold them.
/// - A whole number that fits 64 signed bits stays exact. A larger one becomes the nearest `Double`, and one beyond the
///   range of `Double` is an error.
/// - Of two members with one name, the last wins, unless ``Options/refusesDuplicateMembers`` is set. Names that are
///   canonically equivalent in Unicode are one name, as they are for every Swift string.
/// - Nesting and length are limited by the options.
///
/// Memory only. It is Halyard's own because Foundation's costs an app 20 MB on Linux, reports neither line nor path, and
/// takes about twenty times as long for a large set of flags.
public struct JSONReader: Sendable {
    /// What a reader allows.
    public struct Options: Sendable, Hashable {
        /// How deep arrays and objects may be nested; 128 by default, which fits the smallest stacks (512 KB) in debug builds.
        public var maximumDepth = 128
        /// The maximum size of a text in bytes; 64 MiB by default.
        public var maximumBytes = 64 << 20
        /// Whether two members of one name in an object are an error.
        public var refusesDuplicateMembers = false

        /// Makes the default options.
        public init() {}
    }

    /// What the reader allows.
    public var options: Options

    /// Makes a reader.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// Reads one JSON text.
    ///
    /// - Throws: The first fault, with line, column and JSON pointer.
    public func read(_ bytes: [UInt8]) throws(JSONError) -> FlagValue {
        var scanner = JSONScanner(bytes, options: options)
        do throws(JSONScanner.Fault) {
            return try scanner.document()
        } catch {
            throw error.located(in: bytes)
        }
    }

    /// Reads one JSON text.
    ///
    /// - Throws: The first fault, with line, column and JSON pointer.
    public func read(_ text: String) throws(JSONError) -> FlagValue {
        try read(Array(text.utf8))
    }
}
