// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Parses a pattern.
package struct RegexParser {
    /// The syntax of a pattern.
    package enum Dialect: Sendable {
        /// The syntax of Rust's `regex`, which Unleash uses.
        case rust
        /// The syntax of RE2, which LaunchDarkly uses.
        ///
        /// `\d`, `\s`, `\w`, and `\b` are about ASCII characters. A brace or bracket that has no other meaning is itself.
        case re2
    }

    /// A part of a pattern.
    indirect enum Node {
        case nothing
        /// A scalar in the set with a number.
        case scalar(Int)
        case assertion(RegexProgram.Assertion)
        case sequence([Node])
        case either([Node])
        case repeated(Node, from: Int, to: Int?)
    }

    struct Flags {
        var ignoresCase: Bool
        var isMultiline = false
        var dotMatchesAll = false
        var ignoresBlanks = false
    }

    /// The maximum nesting depth of groups, and the maximum number of consecutive repetitions.
    static let depthLimit = 100
    /// The maximum height of a pattern's tree, including groups and repetitions.
    ///
    /// It's limited because the tree is processed recursively.
    private static let heightLimit = 250
    /// The maximum count of a repetition, which is also RE2's limit.
    private static let repetitionLimit = 1000

    private let scalars: [Unicode.Scalar]
    let dialect: Dialect
    var place = 0
    var flags: Flags
    var depth = 0
    /// The height of the last part.
    private var height = 0
    /// The sets of scalars that parts refer to by number.
    ///
    /// A repetition refers to the same set several times.
    private var classes: [ScalarClass] = []
    /// The names of the groups so far.
    private var names: Set<String> = []

    private init(_ pattern: String, ignoresCase: Bool, dialect: Dialect) {
        scalars = Array(pattern.unicodeScalars)
        self.dialect = dialect
        flags = Flags(ignoresCase: ignoresCase)
    }

    static func parse(
        _ pattern: String, ignoresCase: Bool, dialect: Dialect
    ) throws(Fault) -> (node: Node, classes: [ScalarClass]) {
        var parser = RegexParser(pattern, ignoresCase: ignoresCase, dialect: dialect)
        let node = try parser.alternatives(parser.flags)
        if parser.next != nil { throw parser.fault("there is an extra closing parenthesis") }
        return (node, parser.classes)
    }

    /// Records that a part contains other parts, whose maximum height is given.
    private mutating func grow(above inner: Int) throws(Fault) {
        height = inner + 1
        if height > Self.heightLimit {
            throw limitation("groups and repetitions are nested more than \(Self.heightLimit) levels deep")
        }
    }

    mutating func scalar(_ set: ScalarClass) -> Node {
        classes.append(set)
        height = 1
        return .scalar(classes.count - 1)
    }

    // MARK: Scalars

    func fault(_ reason: String) -> Fault { Fault(reason: reason, place: place + 1, isInvalid: true) }

    /// Returns the problem with a pattern that another engine might support.
    func limitation(_ reason: String) -> Fault { Fault(reason: reason, place: place + 1, isInvalid: false) }

    var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    /// The scalars that haven't been read.
    var rest: ArraySlice<Unicode.Scalar> { scalars[place...] }

    func follows(_ text: String) -> Bool { scalars[place...].starts(with: text.unicodeScalars) }

    mutating func consume(_ text: String) -> Bool {
        guard follows(text) else { return false }
        place += text.unicodeScalars.count
        return true
    }

    mutating func takeOne() throws(Fault) -> Unicode.Scalar {
        guard let scalar = next else { throw fault("it ends too early") }
        place += 1
        return scalar
    }

    mutating func text(upTo end: Unicode.Scalar) throws(Fault) -> String {
        var text = String.UnicodeScalarView()
        while true {
            let scalar = try takeOne()
            if scalar == end { return String(text) }
            text.append(scalar)
        }
    }

    /// Skips spaces and comments, if the pattern's flags ignore them.
    mutating func skipBlanks() {
        guard flags.ignoresBlanks else { return }
        while let scalar = next {
            if scalar == "#" {
                while let scalar = next, scalar != "\n" { place += 1 }
            } else if scalar.properties.isPatternWhitespace {
                place += 1
            } else {
                return
            }
        }
    }

    // MARK: Structure

    private mutating func alternatives(_ inside: Flags) throws(Fault) -> Node {
        depth += 1
        if depth > Self.depthLimit { throw limitation("groups are nested more than \(Self.depthLimit) levels deep") }
        let outside = flags
        flags = inside
        defer {
            flags = outside
            depth -= 1
        }
        var alternatives = [try sequence()]
        var highest = height
        while consume("|") {
            alternatives.append(try sequence())
            highest = max(highest, height)
        }
        try grow(above: highest)
        return alternatives.count == 1 ? alternatives[0] : .either(alternatives)
    }

    private mutating func sequence() throws(Fault) -> Node {
        var nodes: [Node] = []
        var highest = 0
        skipBlanks()
        while let scalar = next, scalar != "|", scalar != ")" {
            if let atom = try atom() {
                nodes.append(try repeated(atom))
                highest = max(highest, height)
            }
            skipBlanks()
        }
        try grow(above: highest)
        return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .nothing : .sequence(nodes)
    }

    /// Reads one part, or returns `nil` for flags that apply to the rest of the group.
    private mutating func atom() throws(Fault) -> Node? {
        let scalar = try takeOne()
        switch scalar {
        case "(": return try group()
        case "[": return self.scalar(try bracket())
        case ".":
            return self.scalar(ScalarClass(flags.dotMatchesAll ? [] : [.range(0x0A...0x0A)], isNegated: true))
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
        case "\\": return try escape()
        case "{" where isBraceItself: return self.scalar(ScalarClass(scalar, ignoresCase: false))
        case "*", "+", "?", "{":
            place -= 1
            throw fault("there is nothing to repeat")
        default: return self.scalar(ScalarClass(scalar, ignoresCase: flags.ignoresCase))
        }
    }

    /// Reads a group after its parenthesis, or returns `nil` for flags that apply to the rest of the group.
    private mutating func group() throws(Fault) -> Node? {
        var inside = flags
        if consume("?") {
            if follows("=") || follows("!") || follows("<=") || follows("<!") {
                throw fault("RE2 doesn't support look-around")
            }
            if consume("P<") || consume("<") {
                let name = try text(upTo: ">")
                guard name.isNameOfGroup, names.insert(name).inserted else {
                    throw fault("\"\(name)\" can't be the name of a group")
                }
            } else {
                inside = try changedFlags()
                if consume(")") {
                    flags = inside
                    return nil
                }
                _ = consume(":")
            }
        }
        let node = try alternatives(inside)
        guard consume(")") else { throw fault("a group has no closing parenthesis") }
        return node
    }

    /// Reads flags until the colon or parenthesis after them.
    private mutating func changedFlags() throws(Fault) -> Flags {
        var (changed, isOn) = (flags, true)
        var seen: [Unicode.Scalar] = []
        while let scalar = next, scalar != ":", scalar != ")" {
            if seen.contains(scalar) { throw fault("a group has the flag \"\(scalar)\" twice") }
            switch scalar {
            case "i": changed.ignoresCase = isOn
            case "m": changed.isMultiline = isOn
            case "s": changed.dotMatchesAll = isOn
            case "x" where dialect == .rust: changed.ignoresBlanks = isOn
            // The order of preference has no effect, because one match is enough.
            case "U": break
            case "u" where isOn && dialect == .rust: break
            case "-": isOn = false
            case "u" where dialect == .rust, "R" where dialect == .rust:
                throw limitation("the flag \"\(scalar)\" isn't supported")
            default: throw fault("\"\(scalar)\" isn't a flag of a group")
            }
            place += 1
            seen.append(scalar)
        }
        if next == nil || next == ")" && seen.isEmpty { throw fault("the flags of a group are incomplete") }
        if seen.last == "-" { throw fault("no flag follows the \"-\"") }
        return changed
    }

    private mutating func repeated(_ atom: Node) throws(Fault) -> Node {
        var (node, count) = (atom, 0)
        skipBlanks()
        while let (from, to) = try repetition() {
            count += 1
            if dialect == .re2, count > 1 { throw fault("a repetition follows another repetition") }
            if count > Self.depthLimit {
                throw limitation("one part has more than \(Self.depthLimit) repetitions")
            }
            node = .repeated(node, from: from, to: to)
            try grow(above: height)
            skipBlanks()
        }
        return node
    }

    private mutating func repetition() throws(Fault) -> (from: Int, to: Int?)? {
        let found: (Int, Int?)
        if consume("*") {
            found = (0, nil)
        } else if consume("+") {
            found = (1, nil)
        } else if consume("?") {
            found = (0, 1)
        } else if consume("{") {
            if isBraceItself {
                place -= 1
                return nil
            }
            found = try counts()
        } else {
            return nil
        }
        // Laziness has no effect, because one match is enough.
        _ = consume("?")
        return found
    }

    private mutating func counts() throws(Fault) -> (Int, Int?) {
        let parts = try text(upTo: "}").split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.map(\.countOfRepetition)
        let isOpen =
            parts.last?.isEmpty == true
            || flags.ignoresBlanks && parts.last?.unicodeScalars.allSatisfy(\.properties.isWhitespace) == true
        guard parts.count <= 2, let from = numbers[0], parts.count == 1 || isOpen || numbers[1] != nil else {
            throw fault("a repetition needs one or two numbers, such as {2}, {2,}, or {2,4}")
        }
        let to = parts.count == 1 ? from : numbers[1]
        if let to, to < from { throw fault("a repetition's second number is less than the first") }
        if max(from, to ?? 0) > Self.repetitionLimit {
            let reason = "a repetition has a count of more than \(Self.repetitionLimit)"
            throw dialect == .re2 ? fault(reason) : limitation(reason)
        }
        return (from, to)
    }

    /// A Boolean value that indicates whether the brace before the current place has no meaning in RE2's syntax.
    private var isBraceItself: Bool {
        guard dialect == .re2 else { return false }
        guard let end = scalars[place...].firstIndex(of: "}") else { return true }
        let numbers = scalars[place..<end].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let isNumber = { (number: ArraySlice<Unicode.Scalar>) in
            !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) }
                && (number.count == 1 || number.first != "0")
        }
        return !isNumber(numbers[0]) || numbers.count == 2 && !numbers[1].isEmpty && !isNumber(numbers[1])
    }
}
