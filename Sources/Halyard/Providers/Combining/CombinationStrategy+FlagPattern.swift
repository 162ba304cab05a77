// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinationStrategy {
    /// Selects one flag by its name, or all flags that match a pattern.
    ///
    /// In a pattern, `*` matches any number of characters and `?` any one character: `checkout`, `nav-*`, `*-beta`. There is no
    /// escape character. Use ``exact(_:)`` for a name that contains `*` or `?`.
    public struct FlagPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        private let text: [Character]
        private let isExact: Bool

        /// Creates a pattern.
        public init(_ text: String) { self.init(text, isExact: !text.contains { $0 == "*" || $0 == "?" }) }

        /// Creates a pattern from a literal.
        public init(stringLiteral value: String) { self.init(value) }

        private init(_ text: String, isExact: Bool) {
            self.text = Array(text)
            self.isExact = isExact
        }

        /// Returns a pattern for one flag, whose name can contain any characters.
        public static func exact(_ name: String) -> CombinationStrategy.FlagPattern {
            CombinationStrategy.FlagPattern(name, isExact: true)
        }

        /// Returns a pattern for all flags whose names begin with a prefix.
        public static func prefix(_ text: String) -> CombinationStrategy.FlagPattern {
            CombinationStrategy.FlagPattern(text + "*")
        }

        /// Returns whether the pattern matches a flag's whole name.
        ///
        /// For any pattern, the time is at most proportional to the product of both lengths.
        public func matches(_ name: String) -> Bool {
            if isExact { return name == description }
            let name = Array(name)
            var (position, index) = (0, 0)
            /// The index of the last star, and the position up to which it matches so far.
            var star: (index: Int, reach: Int)?
            while position < name.count {
                if index < text.count, text[index] == "*" {
                    star = (index, position)
                    index += 1
                } else if index < text.count, text[index] == "?" || text[index] == name[position] {
                    (position, index) = (position + 1, index + 1)
                } else if let last = star {
                    star = (last.index, last.reach + 1)
                    (position, index) = (last.reach + 1, last.index + 1)
                } else {
                    return false
                }
            }
            return text[index...].allSatisfy { $0 == "*" }
        }

        /// A Boolean value that indicates whether the pattern matches every name.
        var matchesAll: Bool { !isExact && !text.isEmpty && text.allSatisfy { $0 == "*" } }

        /// The pattern's original text.
        public var description: String { String(text) }
    }
}

extension Array {
    /// Returns the entries of a plan that can apply to a flag, if the first entry that matches the flag applies.
    ///
    /// - Parameters:
    ///   - flags: Returns the flags of an entry.
    ///   - rest: The entry for flags that no entry matches.
    func reachable(by flags: (Element) -> [CombinationStrategy.FlagPattern], otherwise rest: Element) -> [Element] {
        let entries = filter { !flags($0).isEmpty }
        guard let last = entries.firstIndex(where: { flags($0).contains(where: \.matchesAll) }) else {
            return entries + [rest]
        }
        return Array(entries[...last])
    }
}
