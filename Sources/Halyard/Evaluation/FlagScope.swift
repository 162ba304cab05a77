// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// Flags that one task and the tasks below it see instead of any client's: what a test of HalyardTesting declares.
///
/// The core's only global state. It is here because reads of a client that all tests share must see the flags of the
/// test that reads, and only those; a task-local value is the one thing that tells the tests apart. Until the first scope
/// is entered, a read pays one relaxed load for it.
package final class FlagScope: Sendable {
    @TaskLocal private static var innermost: FlagScope?
    private static let isInUse = Atomic<Bool>(false)

    private let flags: [String: Flag]
    private let outer: FlagScope?
    private let undeclared = Lock<Set<String>>([])

    /// Makes a scope inside of the current one.
    package init(_ values: [String: FlagValue]) {
        let origin = Origin(.override, provider: Self.provider)
        flags = Dictionary(uniqueKeysWithValues: values.map { ($0, Flag($0, $1, origin: origin)) })
        outer = Self.innermost
    }

    /// The provider's name in the origin of such a flag.
    package static let provider = "test"

    /// The scope of the current task; nil outside of all.
    package static var current: FlagScope? {
        isInUse.load(ordering: .relaxed) ? innermost : nil
    }

    /// Runs `body` so that it and the tasks below it see the scope's flags.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        Self.isInUse.store(true, ordering: .relaxed)
        return try await Self.$innermost.withValue(self, operation: body, isolation: isolation)
    }

    /// Runs `body` so that it sees the scope's flags.
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        Self.isInUse.store(true, ordering: .relaxed)
        return try Self.$innermost.withValue(self, operation: body)
    }

    /// The names that were read inside of the scope and that it does not declare, in ascending order.
    package var undeclaredNames: [String] { undeclared.withLock { $0.sorted() } }

    /// The flag that a read sees instead of the client's; a scope that does not declare it notes that.
    func flag(_ name: String) -> Flag? {
        if let flag = flags[name] { return flag }
        undeclared.withLock { _ = $0.insert(name) }
        return outer?.flag(name)
    }
}
