// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A scanner over the bytes of one JSON document.
package struct JSONScanner {
    /// An error and the path to it, innermost step first.
    package struct Fault: Error {
        var code: JSONError.Code
        package var message: String
        var offset: Int
        var wayUp: [String] = []

        /// Returns the error with its line, its column, and its pointer.
        package func located(in bytes: [UInt8]) -> JSONError {
            let position = TextLines(bytes).position(of: offset)
            return JSONError(
                code: code, message: message, offset: offset, line: position.line, column: position.column,
                pointer: JSONPointer(steps: wayUp.reversed()).description)
        }

        func inside(_ step: String) -> Fault {
            var fault = self
            fault.wayUp.append(step)
            return fault
        }
    }

    let bytes: [UInt8]
    let options: JSONReader.Options
    /// The current offset, in bytes from the start of the document.
    package internal(set) var offset = 0
    private var depth = 0
    /// The properties that were read so far of the enclosing objects, so that each dictionary is created with its final size.
    private var members: [(name: String, value: FlagValue)] = []

    /// Creates a scanner at the start of a document.
    package init(_ bytes: [UInt8], options: JSONReader.Options = JSONReader.Options()) {
        self.bytes = bytes
        self.options = options
    }

    /// Creates a scanner at the start of a document.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// Reads the whole document as one value.
    mutating func document() throws(Fault) -> FlagValue {
        try document { (scanner) throws(Fault) in try scanner.value() }
    }

    /// Reads the whole document as one value, which `body` consumes.
    package mutating func document<Value>(
        _ body: (inout JSONScanner) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        guard bytes.count <= options.maximumBytes else {
            throw Fault(
                code: .tooLarge,
                message: "The text has \(bytes.count) bytes, and the limit is \(options.maximumBytes).", offset: 0)
        }
        skipByteOrderMark()
        let value = try body(&self)
        skipSpace()
        guard offset == bytes.count else { throw fault(.syntax, "Expected the end of the text, found \(here).") }
        return value
    }

    mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    @inline(__always)
    mutating func skipSpace() {
        // Most tokens have no space between them.
        if offset < bytes.count, bytes[offset] > 0x20 { return }
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// The first byte of the next value, or `nil` at the end of the document.
    package var next: UInt8? {
        mutating get {
            skipSpace()
            return offset < bytes.count ? bytes[offset] : nil
        }
    }

    /// Skips the next value, with the space before it.
    package mutating func skipValue() throws(Fault) {
        switch next {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"): try forEachMember(of: nil) { (_, _) throws(Fault) in }
        case UInt8(ascii: "["): try forEachElement { (scanner, _) throws(Fault) in try scanner.skipValue() }
        default: _ = try value()
        }
    }

    /// Skips the next value and the space before it, and returns a copy of the value's JSON.
    package mutating func text() throws(Fault) -> JSONText {
        skipSpace()
        let start = offset
        try skipValue()
        return text(from: start)
    }

    /// Returns a copy of the bytes from an offset to the current one.
    package func text(from start: Int) -> JSONText { JSONText(bytes[start..<offset]) }

    /// Reads the next value, with the space before it.
    package mutating func value() throws(Fault) -> FlagValue {
        skipSpace()
        guard offset < bytes.count else { throw fault(.unexpectedEnd, "Expected a value, found the end of the text.") }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault(.syntax, "Expected a value, found \(here).")
        }
    }

    // MARK: Containers

    /// Calls `body` before the value of each property with a known name, with the name's number.
    ///
    /// `body` consumes the value. No strings are created for names, except for a name that contains escape sequences.
    ///
    /// - Parameter names: The known names, or `nil` for none.
    package mutating func forEachMember(
        of names: JSONNames?, _ body: (inout JSONScanner, _ number: Int) throws(Fault) -> Void
    ) throws(Fault) {
        try enter()
        offset += 1
        skipSpace()
        if consume(UInt8(ascii: "}")) { return leave() }
        while true {
            skipSpace()
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
                throw expected("a property name in double quotes")
            }
            let number = try name(among: names)
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw expected("':' after the property name") }
            if let number { try body(&self, number) } else { try skipValue() }
            skipSpace()
            if consume(UInt8(ascii: ",")) { continue }
            if consume(UInt8(ascii: "}")) { return leave() }
            throw expected("',' or '}'")
        }
    }

    /// Calls `body` before each property's value, with the property's name and the offset of the name.
    ///
    /// `body` consumes the value.
    package mutating func forEachMember(
        _ body: (inout JSONScanner, _ name: String, _ nameOffset: Int) throws(Fault) -> Void
    ) throws(Fault) {
        try enter()
        offset += 1
        skipSpace()
        if consume(UInt8(ascii: "}")) { return leave() }
        while true {
            skipSpace()
            let start = offset
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
                throw expected("a property name in double quotes")
            }
            let name = try string()
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw expected("':' after the property name").inside(name) }
            do throws(Fault) { try body(&self, name, start) } catch { throw error.inside(name) }
            skipSpace()
            if consume(UInt8(ascii: ",")) { continue }
            if consume(UInt8(ascii: "}")) { return leave() }
            throw expected("',' or '}'")
        }
    }

    /// Calls `body` before each element, with its index.
    ///
    /// `body` consumes the element.
    package mutating func forEachElement(
        _ body: (inout JSONScanner, _ index: Int) throws(Fault) -> Void
    ) throws(Fault) {
        try enter()
        offset += 1
        skipSpace()
        if consume(UInt8(ascii: "]")) { return leave() }
        var index = 0
        while true {
            do throws(Fault) { try body(&self, index) } catch { throw error.inside(String(index)) }
            index += 1
            skipSpace()
            if consume(UInt8(ascii: ",")) { continue }
            if consume(UInt8(ascii: "]")) { return leave() }
            throw expected("',' or ']'")
        }
    }

    private mutating func object() throws(Fault) -> FlagValue {
        if options.refusesDuplicateMembers { return try objectOfDifferentMembers() }
        let start = members.count
        try forEachMember { (scanner, name, _) throws(Fault) in
            let value = try scanner.value()
            scanner.members.append((name, value))
        }
        var object = [String: FlagValue](minimumCapacity: members.count - start)
        for index in start..<members.count { object.updateValue(members[index].value, forKey: members[index].name) }
        members.removeSubrange(start...)
        return .object(object)
    }

    private mutating func objectOfDifferentMembers() throws(Fault) -> FlagValue {
        var members: [String: FlagValue] = [:]
        try forEachMember { (scanner, name, start) throws(Fault) in
            let value = try scanner.value()
            if members.updateValue(value, forKey: name) != nil {
                throw Fault(
                    code: .duplicateMember, message: "The object has two properties named \"\(name)\".", offset: start)
            }
        }
        return .object(members)
    }

    private mutating func array() throws(Fault) -> FlagValue {
        var elements: [FlagValue] = []
        try forEachElement { (scanner, _) throws(Fault) in elements.append(try scanner.value()) }
        return .array(elements)
    }

    private mutating func enter() throws(Fault) {
        depth += 1
        guard depth <= options.maximumDepth else {
            throw fault(.tooDeep, "The nesting exceeds \(options.maximumDepth) levels.")
        }
    }

    private mutating func leave() { depth -= 1 }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func word(_ text: StaticString, _ value: FlagValue) throws(Fault) -> FlagValue {
        let end = offset + text.utf8CodeUnitCount
        // `elementsEqual` takes twice as long.
        let isWord = text.withUTF8Buffer { word in
            end <= bytes.count && word.indices.allSatisfy { word[$0] == bytes[offset + $0] }
        }
        guard isWord else {
            throw fault(.syntax, "Expected \(text), found other characters. Use true, false, or null in lowercase.")
        }
        offset = end
        return value
    }

    // MARK: Faults

    func fault(_ code: JSONError.Code, _ message: String) -> Fault {
        Fault(code: code, message: message, offset: offset)
    }

    private func expected(_ what: String) -> Fault {
        fault(offset < bytes.count ? .syntax : .unexpectedEnd, "Expected \(what), found \(here).")
    }

    /// The byte at the current offset, as text for messages.
    private var here: String {
        guard offset < bytes.count else { return "the end of the text" }
        let byte = bytes[offset]
        return (0x21...0x7E).contains(byte)
            ? "'\(Character(UnicodeScalar(byte)))'" : "the byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
}
