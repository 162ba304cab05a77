// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension RegexParser {
    // MARK: Escapes and sets

    mutating func escape() throws(Fault) -> Node {
        switch next {
        case "b": return try assertion(dialect == .re2 ? .asciiWordBoundary : .wordBoundary)
        case "B": return try assertion(dialect == .re2 ? .noASCIIWordBoundary : .noWordBoundary)
        case "A": return try assertion(.textStart)
        case "z": return try assertion(.textEnd)
        default:
            return scalar(ScalarClass([try escapedPart()], ignoresCase: flags.ignoresCase))
        }
    }

    private mutating func assertion(_ assertion: RegexProgram.Assertion) throws(Fault) -> Node {
        place += 1
        if assertion == .wordBoundary, follows("{") {
            throw limitation("\\b{…} isn't supported")
        }
        return .assertion(assertion)
    }

    /// Reads a set or a character after a backslash.
    private mutating func escapedPart() throws(Fault) -> ScalarClass.Part {
        let scalar = try takeOne()
        switch scalar {
        case "d": return named(.digit)
        case "D": return .not(named(.digit))
        case "w": return named(.word)
        case "W": return .not(named(.word))
        case "s": return named(.space)
        case "S": return .not(named(.space))
        case "p": return try property()
        case "P": return .not(try property())
        case "x": return .scalar(try codePoint(digits: 2))
        case "u" where dialect == .rust: return .scalar(try codePoint(digits: 4))
        case "U" where dialect == .rust: return .scalar(try codePoint(digits: 8))
        case "a": return .scalar("\u{07}")
        case "f": return .scalar("\u{0C}")
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "v": return .scalar("\u{0B}")
        case "0"..."7" where dialect == .re2 && (scalar == "0" || next.map { ("0"..."7").contains($0) } == true):
            throw limitation("octal escapes aren't supported")
        case "Q" where dialect == .re2, "C" where dialect == .re2:
            throw limitation("the escape \\\(scalar) isn't supported")
        case "0"..."9": throw fault("RE2 doesn't support backreferences")
        case "<" where dialect == .rust, ">" where dialect == .rust:
            throw limitation("the escape \\\(scalar) isn't supported")
        default:
            guard scalar.isASCII, !ScalarClass.isWord(scalar) || scalar == "_" else {
                throw fault("the escape \\\(scalar) doesn't exist")
            }
            return .scalar(scalar)
        }
    }

    /// Returns a set of digits, spaces, or word characters.
    private func named(_ part: ScalarClass.Part) -> ScalarClass.Part {
        guard dialect == .re2, let parts = ScalarClass.ascii(part) else { return part }
        return .nested(ScalarClass(parts, ignoresCase: flags.ignoresCase))
    }

    private mutating func property() throws(Fault) -> ScalarClass.Part {
        let name = consume("{") ? try text(upTo: "}") : String(Character(try takeOne()))
        guard let part = ScalarClass.property(name) else {
            throw limitation("the property \"\(name)\" isn't supported")
        }
        return part
    }

    private mutating func codePoint(digits: Int) throws(Fault) -> Unicode.Scalar {
        var text = ""
        if consume("{") {
            text = try self.text(upTo: "}")
        } else {
            for _ in 0..<digits { text.unicodeScalars.append(try takeOne()) }
        }
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
        else { throw fault("\"\(text)\" isn't the number of a character") }
        return scalar
    }

    /// Reads a set after its opening bracket.
    mutating func bracket() throws(Fault) -> ScalarClass {
        depth += 1
        if depth > Self.depthLimit { throw limitation("sets are nested more than \(Self.depthLimit) levels deep") }
        defer { depth -= 1 }
        var set = ScalarClass(isNegated: consume("^"), ignoresCase: flags.ignoresCase)
        while consume("-") { set.parts.append(.scalar("-")) }
        if set.parts.isEmpty, consume("]") { set.parts.append(.scalar("]")) }
        while true {
            skipBlanks()
            if consume("]") { return set }
            if isPOSIX, consume("[:") {
                set.parts.append(try posix())
            } else if dialect == .rust, consume("[") {
                set.parts.append(.nested(try bracket()))
            } else if dialect == .rust, follows("&&") || follows("--") || follows("~~") {
                throw limitation("the set operators &&, --, and ~~ aren't supported")
            } else {
                set.parts.append(try rangeOrPart())
            }
        }
    }

    /// A Boolean value that indicates whether a set with a POSIX name follows.
    private var isPOSIX: Bool {
        follows("[:") && (dialect == .rust || rest.dropFirst(2).firstRange(of: ":]".unicodeScalars) != nil)
    }

    private mutating func posix() throws(Fault) -> ScalarClass.Part {
        let isNegated = consume("^")
        let name = try text(upTo: ":")
        guard consume("]"), let parts = ScalarClass.posix(name) else {
            let reason = "unknown set [:\(name):]"
            throw dialect == .re2 ? fault(reason) : limitation(reason)
        }
        let part = ScalarClass.Part.nested(ScalarClass(parts, ignoresCase: flags.ignoresCase))
        return isNegated ? .not(part) : part
    }

    private mutating func rangeOrPart() throws(Fault) -> ScalarClass.Part {
        let first = try bracketPart()
        skipBlanks()
        guard follows("-"), !follows("-]"), dialect == .re2 || !follows("--") else { return first }
        // In RE2's syntax, a set such as \d doesn't begin a range.
        if dialect == .re2, !first.isScalar { return first }
        place += 1
        skipBlanks()
        guard case .range(let low) = first, case .range(let high) = try bracketPart(), low.count == 1, high.count == 1,
            low.lowerBound <= high.lowerBound
        else { throw fault("a range in a set needs two characters in ascending order") }
        return .range(low.lowerBound...high.lowerBound)
    }

    private mutating func bracketPart() throws(Fault) -> ScalarClass.Part {
        let scalar = try takeOne()
        return scalar == "\\" ? try escapedPart() : .scalar(scalar)
    }
}
