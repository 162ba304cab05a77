// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Flags that a test declares with HalyardTesting, which one task and its child tasks see instead of any client's flags.
///
/// This is the core's only global state. Reads of a client that all tests share must see only the flags of the test that
/// reads. Only a task-local value distinguishes the tests.
package final class FlagScope: Sendable {
    @TaskLocal private static var innermost: FlagScope?

    private let values: [String: FlagValue]
    private let outer: FlagScope?
    private let notesUndeclared: Bool
    private let undeclared = Lock<Set<String>>([])
    /// The flags of each client that reads in the scope, because their counters belong to one client.
    private let flags = Lock<[ObjectIdentifier: Served]>([:])

    private struct Served {
        /// Retained, so that no other router gets the same identity during the scope's lifetime.
        let router: EventRouter
        var flags: [String: EvaluatedFlag] = [:]
    }

    /// Creates a scope inside the current scope.
    ///
    /// - Parameters:
    ///   - values: The values by flag key.
    ///   - notesUndeclared: A Boolean value that indicates whether the scope lists flag keys that are read but not declared
    ///     by any surrounding scope.
    package init(_ values: [String: FlagValue], notesUndeclared: Bool = false) {
        self.values = values
        outer = Self.innermost
        self.notesUndeclared = notesUndeclared
    }

    /// The provider's name in the origin of a scope's flags.
    package static let provider = "test"

    /// The scope of the current task, or `nil` outside all scopes.
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

    /// The flag keys that were read inside the scope but not declared by any surrounding scope, in ascending order.
    ///
    /// If several surrounding scopes list undeclared keys, only the innermost of them lists a key.
    package var undeclaredNames: [String] { undeclared.withLock { $0.sorted(by: \.self) } }

    /// The values of this scope and the surrounding scopes, where the inner scope takes precedence.
    var allValues: [String: FlagValue] {
        (outer?.allValues ?? [:]).merging(values) { _, inner in inner }
    }

    /// Returns the flag that a client's read sees instead of the client's own flag.
    ///
    /// - Parameter isRead: A Boolean value that indicates whether this is a read. Explaining a flag isn't a read.
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
