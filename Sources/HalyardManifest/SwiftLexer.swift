// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Finds the string literals, and the members after a dot, in Swift source code outside of comments.
///
/// Supports nested comments, raw strings, multiline strings, and code inside strings. It treats the slashes of a regular expression
/// as division operators, so a quotation mark in the expression hides the rest of the line.
struct SwiftLexer {
    /// A string literal or member, with its location.
    struct Word: Hashable {
        enum Kind: Hashable {
            /// The content of a literal without interpolation.
            case string(String)
            /// A name after a dot.
            case member(String)
        }

        var kind: Kind
        /// The offset in bytes from the start of the text.
        var offset: Int
    }

    private struct Literal {
        var start: Int
        /// The number of `#` before and after the literal.
        var hashes: Int
        var hasManyLines: Bool
        var content: [UInt8] = []
        var isConstant = true
    }

    private let bytes: [UInt8]
    private var offset = 0
    private var words: [Word] = []
    /// The number of open parentheses on each level of code: the file, and then each interpolation.
    private var parentheses = [0]
    /// The open literals: one for each interpolation, and one more inside a string.
    ///
    /// A stack replaces recursion, so that the nesting depth isn't limited.
    private var literals: [Literal] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func words(of bytes: [UInt8]) -> [Word] {
        var lexer = SwiftLexer(bytes)
        while lexer.offset < bytes.count {
            if lexer.literals.count < lexer.parentheses.count { lexer.code() } else { lexer.string() }
        }
        return lexer.words.sorted { $0.offset < $1.offset }
    }

    // MARK: Code

    private mutating func code() {
        switch bytes[offset] {
        case UInt8(ascii: "/"): slash()
        case UInt8(ascii: "#"), UInt8(ascii: "\""): quotationMark()
        case UInt8(ascii: "("):
            parentheses[parentheses.count - 1] += 1
            offset += 1
        case UInt8(ascii: ")"): closingParenthesis()
        case UInt8(ascii: "."): dot()
        default:
            let rest = name()
            offset += max(rest.count, 1)
        }
    }

    private mutating func slash() {
        if has("//") {
            offset = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        } else if has("/*") {
            var depth = 0
            repeat {
                let isStart = has("/*")
                if isStart || has("*/") {
                    depth += isStart ? 1 : -1
                    offset += 2
                } else {
                    offset += 1
                }
            } while depth > 0 && offset < bytes.count
        } else {
            offset += 1
        }
    }

    private mutating func quotationMark() {
        let start = offset
        let hashes = bytes[offset...].prefix { $0 == UInt8(ascii: "#") }.count
        offset += hashes
        if has("\"") {
            let hasManyLines = has("\"\"\"")
            // Two quotation marks without a third one are an empty string.
            offset += hasManyLines ? 3 : 1
            literals.append(Literal(start: start, hashes: hashes, hasManyLines: hasManyLines))
        } else if has("/") {
            skipExpression(hashes)
        }
    }

    /// Skips a regular expression between `#/` and `/#`.
    private mutating func skipExpression(_ hashes: Int) {
        let end = [UInt8(ascii: "/")] + repeatElement(UInt8(ascii: "#"), count: hashes)
        offset += 1
        let hasManyLines = bytes[offset...].first.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? false
        while offset < bytes.count, hasManyLines || bytes[offset] != UInt8(ascii: "\n") {
            if bytes[offset...].starts(with: end) { return offset += end.count }
            offset += 1
        }
    }

    private mutating func closingParenthesis() {
        offset += 1
        if parentheses[parentheses.count - 1] > 0 {
            parentheses[parentheses.count - 1] -= 1
        } else if parentheses.count > 1 {
            parentheses.removeLast()
        }
    }

    private mutating func dot() {
        let start = offset
        offset += 1
        // No member follows an operator such as `...`.
        if start > 0, bytes[start - 1] == UInt8(ascii: ".") { return }
        let isQuoted = has("`")
        if isQuoted { offset += 1 }
        let name = name()
        offset += name.count
        if let first = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            words.append(Word(kind: .member(String(decoding: name, as: UTF8.self)), offset: start))
        }
        if isQuoted, has("`") { offset += 1 }
    }

    /// Returns the letters, digits, and underscores that start at the current offset.
    private func name() -> ArraySlice<UInt8> {
        bytes[offset...].prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                true
            default: false
            }
        }
    }

    private func has(_ text: StaticString, at distance: Int = 0) -> Bool {
        text.withUTF8Buffer { bytes[min(offset + distance, bytes.count)...].starts(with: $0) }
    }

    private func hasHashes(_ count: Int, at distance: Int) -> Bool {
        bytes[min(offset + distance, bytes.count)...].prefix(count).filter { $0 == UInt8(ascii: "#") }.count == count
    }
}

extension SwiftLexer {
    // MARK: Strings

    private mutating func string() {
        let last = literals.count - 1
        // A copy of the literal would also retain its content, so that appending a byte would copy it each time.
        let (hashes, hasManyLines) = (literals[last].hashes, literals[last].hasManyLines)
        let marks = hasManyLines ? 3 : 1
        if has(hasManyLines ? "\"\"\"" : "\""), hasHashes(hashes, at: marks) {
            offset += marks + hashes
            finish(literals.removeLast())
        } else if has("\n"), !hasManyLines {
            // An unterminated literal, in code that does not compile.
            literals.removeLast()
        } else if has("\\"), hasHashes(hashes, at: 1) {
            offset += 1 + hashes
            escape(last)
        } else {
            literals[last].content.append(bytes[offset])
            offset += 1
        }
    }

    private mutating func escape(_ last: Int) {
        guard offset < bytes.count else { return }
        let letter = bytes[offset]
        switch letter {
        case UInt8(ascii: "("):
            literals[last].isConstant = false
            parentheses.append(0)
        case UInt8(ascii: "n"): literals[last].content.append(0x0A)
        case UInt8(ascii: "r"): literals[last].content.append(0x0D)
        case UInt8(ascii: "t"): literals[last].content.append(0x09)
        case UInt8(ascii: "0"): literals[last].content.append(0)
        case UInt8(ascii: "u"):
            let digits = bytes[(offset + 1)...].dropFirst().prefix {
                $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "\"")
            }
            if has("{", at: 1), let code = UInt32(String(decoding: digits.prefix(9), as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(code)
            {
                literals[last].content.append(contentsOf: String(Character(scalar)).utf8)
                offset += digits.count + 2
            }
        // The next line continues this line.
        case UInt8(ascii: "\n"): break
        default: literals[last].content.append(letter)
        }
        offset += 1
    }

    private mutating func finish(_ literal: Literal) {
        guard literal.isConstant else { return }
        let text = String(decoding: literal.content, as: UTF8.self)
        words.append(
            Word(kind: .string(literal.hasManyLines ? Self.withoutIndentation(text) : text), offset: literal.start))
    }

    /// Returns the lines between the first and the last one, without the indentation of the last one.
    private static func withoutIndentation(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let indentation = lines.last else { return text }
        return lines.dropFirst().dropLast()
            .map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }.joined(separator: "\n")
    }
}
