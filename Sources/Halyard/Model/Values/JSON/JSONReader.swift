// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A strict parser that reads JSON (RFC 8259) into a ``FlagValue``.
///
/// ```swift
/// let value = try JSONReader().read(#"{"sizes": [1, 2.5]}"#)
/// ```
/// The standard leaves some cases open. The reader handles them as follows:
/// - The text is UTF-8. A byte order mark at its start is skipped. Invalid UTF-8 and lone surrogates (`"\ud800"`) are
///   errors, because a Swift string can't contain them.
/// - An integer that fits in 64 signed bits is exact. A larger one becomes the nearest `Double`. One beyond the range
///   of `Double` is an error.
/// - If two properties have the same name, the last one wins, unless ``Options/refusesDuplicateMembers`` is set. Names
///   that are canonically equivalent in Unicode are the same name, as in every Swift string.
/// - The options limit nesting and length.
///
/// Reading doesn't perform I/O. Halyard has its own reader because Foundation's parser adds 20 MB to an app on Linux,
/// reports neither line nor path, and takes about 20 times as long for a large set of flags.
public struct JSONReader: Sendable {
    /// The limits and rules of a reader.
    public struct Options: Sendable, Hashable {
        /// The maximum nesting of arrays and objects.
        ///
        /// The default is 128, which fits the smallest stacks (512 KB) in debug builds.
        public var maximumDepth = 128
        /// The maximum size of a document, in bytes.
        ///
        /// The default is 64 MiB.
        public var maximumBytes = 64 << 20
        /// A Boolean value that indicates whether two properties with the same name in an object are an error.
        public var refusesDuplicateMembers = false

        /// Creates the default options.
        public init() {}
    }

    /// The limits and rules of the reader.
    public var options: Options

    /// Creates a reader.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// Returns the value of a JSON document.
    ///
    /// - Throws: The first error, with line, column, and JSON pointer.
    public func read(_ bytes: [UInt8]) throws(JSONError) -> FlagValue {
        var scanner = JSONScanner(bytes, options: options)
        do throws(JSONScanner.Fault) {
            return try scanner.document()
        } catch {
            throw error.located(in: bytes)
        }
    }

    /// Returns the value of a JSON document.
    ///
    /// - Throws: The first error, with line, column, and JSON pointer.
    public func read(_ text: String) throws(JSONError) -> FlagValue {
        try read(Array(text.utf8))
    }
}
