// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The properties that are read from one kind of object.
package protocol RuleMember: CaseIterable, RawRepresentable<String>, Sendable {
    static var names: JSONNames { get }
    static var all: [Self] { get }
}

/// Reads rules from JSON, and records the parts that can't be read.
///
/// A vendor's provider extends it with functions that read the vendor's objects. It reads one property at a time, because there
/// can be 10,000 flags, and creating a dictionary for each object takes longer than all other steps (Tests/Checks/Benchmarks,
/// "10,000 flags with rules").
package struct RuleReader: Sendable {
    package typealias Fault = JSONScanner.Fault

    /// A step in the path to the current value.
    package enum Step: Sendable {
        case member(String), element(Int)
    }

    package private(set) var diagnostics = DiagnosticCollector()
    /// The number of problems that must not be ignored.
    package var faults = 0
    private let start: [String]
    private var path: [Step] = []
    /// The flag that diagnostics refer to.
    package let subject: String?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - path: The path to the first value.
    ///   - subject: The flag that diagnostics refer to.
    package init(at path: [String], about subject: String? = nil) {
        start = path
        self.subject = subject
    }

    /// The path to the current value.
    package var steps: [String] {
        start
            + path.map { step in
                switch step {
                case .member(let name): name
                case .element(let number): String(number)
                }
            }
    }

    /// Records that a part of the current value is read now.
    package mutating func enter(_ step: Step) { path.append(step) }

    /// Records that the part has been read.
    package mutating func leave() { path.removeLast() }

    /// Records a problem with the current value or a part of it.
    ///
    /// - Parameters:
    ///   - message: The problem, as a sentence.
    ///   - steps: The path from the current value to the part.
    ///   - isHarmless: A Boolean value that indicates whether the rest has the same meaning without the part.
    ///   - suggestion: The action to take.
    package mutating func add(_ message: String, at steps: [String] = [], isHarmless: Bool = false, suggestion: String)
    {
        diagnostics.add(subject, at: self.steps + steps, message, suggestion: suggestion)
        if !isHarmless { faults += 1 }
    }

    /// Passes the collected diagnostics to `body`, which can add more.
    package mutating func collect<Result>(_ body: (inout DiagnosticCollector) -> Result) -> Result {
        body(&diagnostics)
    }

    /// Reads JSON, and records a problem if it isn't valid.
    package mutating func read(_ body: (inout RuleReader) throws(Fault) -> Void) {
        do throws(Fault) {
            try body(&self)
        } catch {
            path = []
            add("The JSON can't be read: \(error.message)", suggestion: "Use valid JSON.")
        }
    }

    // MARK: Values

    /// Calls `body` with each known property of an object.
    ///
    /// `body` must read the property's value. If the value is null, `body` isn't called. A value of another type is also recorded
    /// as a problem.
    @inlinable @inline(__always)
    package mutating func members<Member: RuleMember>(
        _ type: Member.Type, of scanner: inout JSONScanner,
        _ body: (inout RuleReader, Member, inout JSONScanner) throws(Fault) -> Void
    ) throws(Fault) {
        guard try isObject(&scanner) else { return }
        try scanner.forEachMember(of: Member.names) { (scanner, number) throws(Fault) in
            let member = Member.all[number]
            enter(.member(member.rawValue))
            try body(&self, member, &scanner)
            leave()
        }
    }

    /// Calls `body` with each property of an object.
    package mutating func members(
        of scanner: inout JSONScanner, _ body: (inout RuleReader, String, inout JSONScanner) throws(Fault) -> Void
    ) throws(Fault) {
        guard try isObject(&scanner) else { return }
        try scanner.forEachMember { (scanner, name, _) throws(Fault) in
            enter(.member(name))
            try body(&self, name, &scanner)
            leave()
        }
    }

    /// Returns whether the next value is an object, and skips it if it isn't.
    package mutating func isObject(_ scanner: inout JSONScanner) throws(Fault) -> Bool {
        if scanner.next == UInt8(ascii: "{") { return true }
        let other = try scanner.value()
        if !other.isNull { add("Expected an object, found \(other.noun).", suggestion: "Use {…}.") }
        return false
    }

    /// Reads the elements of a list.
    ///
    /// Returns no elements if the value is null. A value of another type is also recorded as a problem.
    ///
    /// - Parameters:
    ///   - scanner: The scanner.
    ///   - read: A closure that reads an element. If it can't, it records a problem and returns `nil`.
    @inlinable @inline(__always)
    package mutating func elements<Element>(
        of scanner: inout JSONScanner, _ read: (inout RuleReader, inout JSONScanner) throws(Fault) -> Element?
    ) throws(Fault) -> [Element] {
        guard try isList(&scanner) else { return [] }
        var elements: [Element] = []
        try scanner.forEachElement { (scanner, number) throws(Fault) in
            enter(.element(number))
            if let element = try read(&self, &scanner) { elements.append(element) }
            leave()
        }
        return elements
    }

    /// Returns whether the next value is a list, and skips it if it isn't.
    package mutating func isList(_ scanner: inout JSONScanner) throws(Fault) -> Bool {
        if scanner.next == UInt8(ascii: "[") { return true }
        let other = try scanner.value()
        if !other.isNull { add("Expected a list, found \(other.noun).", suggestion: "Use [ … ].") }
        return false
    }

    /// Reads a Boolean.
    ///
    /// Returns `nil` if the value is null. A value of another type is also recorded as a problem.
    package mutating func bool(_ scanner: inout JSONScanner) throws(Fault) -> Bool? {
        let value = try scanner.value()
        if case .bool(let value) = value { return value }
        if !value.isNull { add("Expected true or false, found \(value.noun).", suggestion: "Use true or false.") }
        return nil
    }
}
