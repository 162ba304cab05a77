// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// An identifier that is created once and remains the same in every later run of the app.
///
/// The store fails, for example, on a device that hasn't been unlocked since it started. While it fails, a provisional identifier
/// is used but not stored, and each use reads the store again. So an identifier of earlier runs is never replaced. It's safe to use
/// from any thread.
package final class InstallationID: Sendable {
    private struct State: ~Copyable {
        var id: String?
        /// A Boolean value that indicates whether the store has failed, so that it can contain a different identifier.
        var isProvisional = false

        /// The identifier, or `nil` if the store must be read.
        var settled: String? { isProvisional ? nil : id }
    }

    /// The maximum time that a run waits for the store.
    private static let patience = Duration.seconds(1)

    private let store: any FlagStore
    private let key: StoreKey
    private let time: any TimeSource
    private let draw: @Sendable () -> String
    private let diagnostic: @Sendable (any Error) -> Diagnostic
    private let state = Lock(State())
    private let work = SerialWork()

    /// Creates a source that hasn't read its store yet.
    ///
    /// - Parameters:
    ///   - scope: The scope in the store, which distinguishes identifiers for different purposes.
    ///   - store: The store.
    ///   - time: The clock that measures the wait for the store.
    ///   - draw: Creates a new identifier.
    ///   - diagnostic: Creates the diagnostic for a failure of the store.
    package init(
        _ scope: StoreKey.Scope, store: any FlagStore, time: any TimeSource, draw: @escaping @Sendable () -> String,
        diagnostic: @escaping @Sendable (any Error) -> Diagnostic
    ) {
        key = StoreKey(scope, .anonymous, slot: "id")
        self.store = store
        self.time = time
        self.draw = draw
        self.diagnostic = diagnostic
    }

    /// The current identifier, or `nil` before the first request.
    package var known: String? { state.withLock { $0.id } }

    /// Returns the current identifier, or else the stored, the given, or a new identifier.
    ///
    /// It stores a given or new identifier. It doesn't wait for a store that takes too long.
    ///
    /// - Parameters:
    ///   - given: The identifier for which stored flags were evaluated.
    ///   - report: Called at the first failure of the store.
    package func value(given: String? = nil, report: @escaping @Sendable (Diagnostic) -> Void) async -> String {
        if let settled = state.withLock({ $0.settled }) { return settled }
        await withDeadline(Self.patience, on: time) { [self] in
            await work.run { [self] in await load(given, report) }
        }
        return settle(given)
    }

    /// A new identifier that is neither stored nor used again.
    package var drawn: String { draw() }

    /// Deletes the identifier, in memory and in the store, so that the next run creates a new one.
    package func deleteID() async {
        await work.run { [self] in
            // Stores an empty record instead of deleting it, because stored flags can contain the deleted identifier.
            try? await store.save([], as: key)
            state.withLock { $0 = State() }
        }
    }

    private func load(_ given: String?, _ report: @Sendable (Diagnostic) -> Void) async {
        if state.withLock({ $0.settled }) != nil { return }
        do {
            let stored = try await store.load(key)
            if let stored, let id = String(validUTF8: stored), !id.isEmpty {
                state.withLock { state in
                    // If the store took too long, the new identifier remains in use for this run.
                    if state.settled == nil { state = State(id: id) }
                }
                return
            }
            try await store.save(Array(settle(stored == nil ? given : nil).utf8), as: key)
            state.withLock { $0.isProvisional = false }
        } catch {
            let isFirst = state.withLock { state in
                defer { state.isProvisional = true }
                return !state.isProvisional
            }
            if isFirst { report(diagnostic(error)) }
        }
    }

    /// Returns the current identifier, and creates it if there is none.
    private func settle(_ given: String?) -> String {
        let drawn = draw()
        return state.withLock { state in
            let id = state.id ?? given ?? drawn
            state.id = id
            return id
        }
    }
}
