// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The usual shape of an object in a document: which kinds of values its members have.
///
/// An object with the shape needs no further check before it is read; one without it is read at once, so that its errors
/// can be reported. Members without a rule may be anything. An immutable value that may cross threads.
package final class JSONShape: Sendable {
    /// Kinds of values.
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let null = Kinds(rawValue: 1)
        /// `true`.
        package static let yes = Kinds(rawValue: 2)
        /// `false`.
        package static let no = Kinds(rawValue: 4)
        /// A whole number of at most 18 digits.
        package static let int = Kinds(rawValue: 8)
        /// Any other number.
        package static let number = Kinds(rawValue: 16)
        /// A string without escapes, all of it ASCII.
        package static let word = Kinds(rawValue: 32)
        /// Any other string.
        package static let text = Kinds(rawValue: 64)
        /// An array or an object.
        package static let nested = Kinds(rawValue: 128)

        package static let bool: Kinds = [.yes, .no]
        package static let string: Kinds = [.word, .text]
    }

    /// The rule of one member.
    package struct Member: Sendable {
        let name: [UInt8]
        let kinds: Kinds
        /// The shape of an object that is allowed besides the kinds; nil for none.
        let object: JSONShape?
        /// Whether an array of strings is allowed besides the kinds.
        let isList: Bool
        let isRequired: Bool
        /// Words that are not allowed.
        let refused: [[UInt8]]

        /// Makes a rule.
        ///
        /// - Parameters:
        ///   - name: The member's name, in ASCII.
        ///   - kinds: The kinds that it may be.
        ///   - object: The shape that it may have as an object, whatever the kinds.
        ///   - isList: Whether it may be an array of strings, whatever the kinds.
        ///   - isRequired: Whether it is required.
        ///   - refused: Words that it must not be.
        package init(
            _ name: String, _ kinds: Kinds, object: JSONShape? = nil, isList: Bool = false, isRequired: Bool = false,
            refusing refused: [String] = []
        ) {
            self.name = Array(name.utf8)
            self.kinds = kinds
            self.object = object
            self.isList = isList
            self.isRequired = isRequired
            self.refused = refused.map { Array($0.utf8) }
        }
    }

    let members: [Member]
    /// The numbers of the rules that must be met, as bits.
    let required: UInt32
    /// The member that names the object; nil for none.
    let key: Int?
    /// Where a name's rule is: its number plus one, or zero for none.
    private let places: [UInt8]

    /// Makes a shape of at most 32 rules.
    ///
    /// - Parameters:
    ///   - members: The rules.
    ///   - key: The member that names the object, as a word that is not empty.
    package init(_ members: [Member], key: String? = nil) {
        self.members = Array(members.prefix(32))
        self.key = key.flatMap { key in members.firstIndex { $0.name.elementsEqual(key.utf8) } }
        var required: UInt32 = 0
        var places = [UInt8](repeating: 0, count: 64)
        for (number, member) in self.members.enumerated() {
            if member.isRequired { required |= 1 << UInt32(number) }
            let name = member.name[...]
            var place = Self.place(name.span, 0, name.count)
            while places[place] != 0 { place = (place + 1) & 63 }
            places[place] = UInt8(number + 1)
        }
        (self.required, self.places) = (required, places)
    }

    /// Makes a shape that only says which members are wanted.
    package convenience init(names: [String]) { self.init(names.map { Member($0, []) }) }

    /// The number of the rule for the name at a place of a text; nil when there is none.
    @inline(__always)
    func rule(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var place = Self.place(text, start, end)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if Self.equal(members[number].name, text, start, end) { return number }
            place = (place + 1) & 63
        }
        return nil
    }

    @inline(__always)
    static func equal(_ word: [UInt8], _ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard word.count == end - start else { return false }
        for index in word.indices where word[index] != text[start + index] { return false }
        return true
    }

    private static func place(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        guard start < end else { return 0 }
        return (end - start + 3 * Int(text[start]) + 5 * Int(text[end - 1])) & 63
    }
}
