// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Flags that one task and its child tasks see instead of any client's: those that a test declares with HalyardTesting.
///
/// The core's only global state. It exists because reads of a client that all tests share must see the flags of the
/// test that reads, and only those; only a task-local value distinguishes the tests.
package final class FlagScope: Sendable {
    @TaskLocal private static var innermost: FlagScope?

    private let values: [String: FlagValue]
    private let outer: FlagScope?
    private let notesUndeclared: Bool
    private let undeclared = Lock<Set<String>>([])
    /// The flags of each client that reads in the scope: their counters belong to that client alone.
    private let flags = Lock<[ObjectIdentifier: Served]>([:])

    private struct Served {
        /// Retained, so that no other router gets the same identity while the scope lives.
        let router: EventRouter
        var flags: [String: EvaluatedFlag] = [:]
    }

    /// Makes a scope inside the current one.
    ///
    /// - Parameters:
    ///   - values: The values by flag name.
    ///   - notesUndeclared: Whether the scope lists names that are read and that no scope around the read declares.
    package init(_ values: [String: FlagValue], notesUndeclared: Bool = false) {
        self.values = values
        outer = Self.innermost
        self.notesUndeclared = notesUndeclared
    }

    /// The provider's name in the origin of such a flag.
    package static let provider = "test"

    /// The scope of the current task; nil outside of all.
    package static var current: FlagScope? {
        ScopeGate.shared.isOpen ? innermost : nil
    }

    /// Runs `body` so that it and its child tasks see the scope's flags.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        ScopeGate.shared.open()
        return try await Self.$innermost.withValue(self, operation: body, isolation: isolation)
    }

    /// Runs `body` so that it sees the scope's flags.
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        ScopeGate.shared.open()
        return try Self.$innermost.withValue(self, operation: body)
    }

    /// The names that were read inside the scope and that no scope around the read declares, in ascending order.
    ///
    /// Where several scopes list them, only the innermost one does.
    package var undeclaredNames: [String] { undeclared.withLock { $0.sorted(by: \.self) } }

    /// The values of this scope and of those around it; the inner one takes precedence.
    var allValues: [String: FlagValue] {
        (outer?.allValues ?? [:]).merging(values) { _, inner in inner }
    }

    /// The flag that a client's read sees instead of the client's own.
    ///
    /// - Parameter isRead: Whether this is a read; explaining a flag is not.
    func flag(_ name: String, for router: EventRouter, isRead: Bool = true) -> EvaluatedFlag? {
        if let scope = first(where: { $0.values[name] != nil }) { return scope.ownFlag(name, router) }
        if isRead { noteUndeclared(name) }
        return nil
    }

    private func noteUndeclared(_ name: String) {
        first(where: \.notesUndeclared)?.undeclared.withLock { _ = $0.insert(name) }
    }

    private func first(where matches: (FlagScope) -> Bool) -> FlagScope? {
        matches(self) ? self : outer?.first(where: matches)
    }

    private func ownFlag(_ name: String, _ router: EventRouter) -> EvaluatedFlag? {
        flags.withLock { [values] flags in
            var served = flags[ObjectIdentifier(router)] ?? Served(router: router)
            guard served.flags[name] == nil, let value = values[name] else { return served.flags[name] }
            let flag = EvaluatedFlag(name, value, origin: Origin(.override, provider: Self.provider))
            served.flags[name] = flag
            flags[ObjectIdentifier(router)] = served
            return flag
        }
    }
}
