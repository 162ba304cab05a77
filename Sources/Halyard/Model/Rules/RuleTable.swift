// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The JSON of a flag, with its path in the document.
package struct RuleSource: Sendable {
    package let key: String
    package let text: String
    package let path: [String]

    package init(key: String, text: String, path: [String]) {
        self.key = key
        self.text = text
        self.path = path
    }
}

/// Compiled rules that contain the JSON that they come from.
package protocol CompiledRules: AnyObject, Sendable {
    var text: String { get }
}

/// The compiled rules of an environment by key, in a stable order.
///
/// A change compiles only the rules whose JSON changed.
package struct RuleTable<Rules: CompiledRules>: Sendable {
    /// The keys, in the same order as the rules.
    @usableFromInline package internal(set) var keys: [String] = []
    @usableFromInline package internal(set) var rules: [Rules] = []
    @usableFromInline var places: [String: Int] = [:]

    @inlinable
    package init() {}

    /// Returns the index of a key, or `nil` if there are no such rules.
    @inlinable
    package func place(of key: String) -> Int? { places[key] }

    /// Accesses the rules of a key, or `nil` if there are none.
    @inlinable package subscript(key: String) -> Rules? { places[key].map { rules[$0] } }

    /// Returns the sources whose JSON has changed since the current rules were compiled.
    ///
    /// If two sources have the same key, the later one counts.
    @inlinable
    package func changed(_ sources: [RuleSource], _ diagnostics: inout DiagnosticCollector) -> [RuleSource] {
        var seen = Set<String>(minimumCapacity: sources.count)
        var changed: [RuleSource] = []
        for source in sources.reversed() {
            if !seen.insert(source.key).inserted {
                diagnostics.add(
                    source.key, at: source.path, "A later flag has the same name, so this one was skipped.",
                    suggestion: "Remove one of the flags.")
            } else if self[source.key]?.text.hasSameBytes(as: source.text) != true {
                changed.append(source)
            }
        }
        return changed.reversed()
    }

    /// Sets the rules of a key, and returns its previous rules.
    @discardableResult
    @inlinable
    package mutating func set(_ new: Rules, of key: String) -> Rules? {
        guard let place = places[key] else {
            places[key] = keys.count
            keys.append(key)
            rules.append(new)
            return nil
        }
        let old = rules[place]
        rules[place] = new
        return old
    }

    /// Removes the rules of some keys, and returns these rules.
    @discardableResult
    @inlinable
    package mutating func remove(_ removed: Set<String>) -> [Rules] {
        let old = removed.compactMap { self[$0] }
        if old.isEmpty { return [] }
        let kept = keys.indices.filter { !removed.contains(keys[$0]) }
        rules = kept.map { rules[$0] }
        keys = kept.map { keys[$0] }
        places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        return old
    }
}
