// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The flags and segments that rules depend on.
package struct RuleGraph: Sendable {
    /// A flag or a segment, by its key.
    package enum Part: Hashable, Sendable {
        case flag(String), segment(String)

        package var key: String {
            switch self {
            case .flag(let key), .segment(let key): key
            }
        }

        private var isSegment: Bool { if case .segment = self { true } else { false } }

        /// Orders parts by key, and flags before segments.
        fileprivate func precedes(_ other: Part) -> Bool {
            key == other.key ? !isSegment && other.isSegment : key < other.key
        }
    }

    private var needs: [Part: [Part]] = [:]
    private var users: [Part: Set<Part>] = [:]

    package init() {}

    /// Sets the parts that a part directly depends on.
    package mutating func set(_ part: Part, needs new: [Part]) {
        if needs.isEmpty && new.isEmpty { return }
        for needed in needs[part] ?? [] {
            users[needed]?.remove(part)
            if users[needed]?.isEmpty == true { users[needed] = nil }
        }
        needs[part] = new.isEmpty ? nil : new
        for needed in new { users[needed, default: []].insert(part) }
    }

    /// Returns the cycles of parts that depend on themselves, each with its parts in order.
    ///
    /// Takes time proportional to the size of the graph. If cycles share parts, some of them might be missing.
    package func cycles() -> [[Part]] {
        var finished: Set<Part> = []
        var cycles: [[Part]] = []
        for start in needs.keys.sorted(by: { $0.precedes($1) }) where !finished.contains(start) {
            // A list instead of a recursive function, because a chain can have thousands of parts.
            var path: [(part: Part, next: Int)] = [(start, 0)]
            var places: [Part: Int] = [start: 0]
            while let last = path.last {
                let needed = needs[last.part] ?? []
                guard last.next < needed.count else {
                    finished.insert(last.part)
                    places[last.part] = nil
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let part = needed[last.next]
                if let place = places[part] {
                    cycles.append(path[place...].map(\.part))
                } else if !finished.contains(part) {
                    places[part] = path.count
                    path.append((part, 0))
                }
            }
        }
        return cycles
    }

    /// Returns the parts that a part directly depends on.
    package func needs(of part: Part) -> [Part] { needs[part] ?? [] }

    /// Returns the parts that directly or indirectly depend on some parts.
    package func dependents(of parts: some Sequence<Part>) -> Set<Part> {
        var found: Set<Part> = []
        if users.isEmpty { return found }
        var waiting = Array(parts)
        while let part = waiting.popLast() {
            for user in users[part] ?? [] where found.insert(user).inserted { waiting.append(user) }
        }
        return found
    }
}
