// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The text of a value in a document that has been checked.
///
/// Keeps the whole document in memory. An immutable value that may cross threads.
package struct JSONText: Sendable {
    private let document: [UInt8]
    // A document has fewer than 4 GiB.
    private let start: UInt32
    private let end: UInt32

    /// Deeper than a document may be, because a record wraps what was read before.
    private static let options: JSONReader.Options = {
        var options = JSONReader.Options()
        options.maximumDepth += 16
        return options
    }()

    /// Creates a text from its place in a document.
    init(_ document: [UInt8], _ range: Range<Int>) {
        self.document = document
        start = UInt32(range.lowerBound)
        end = UInt32(range.upperBound)
    }

    /// Creates a text that is a document of its own.
    package init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes, 0..<bytes.count)
    }

    /// Begins at the start of the text.
    package var scanner: JSONScanner {
        var scanner = JSONScanner(document, options: Self.options)
        scanner.offset = Int(start)
        return scanner
    }

    private var bytes: ArraySlice<UInt8> { document[Int(start)..<Int(end)] }

    /// The value.
    ///
    /// Null if the text has been cut off.
    package var value: FlagValue {
        var scanner = scanner
        guard let value = try? scanner.value(), scanner.offset == Int(end) else { return .null }
        return value
    }

    /// The text as it's written.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONText: Equatable {
    /// True if both texts are the same byte for byte.
    package static func == (left: JSONText, right: JSONText) -> Bool {
        left.bytes == right.bytes
    }
}
