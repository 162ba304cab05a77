// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// An identifier that is made once, and is the same in every later run of the app.
///
/// While the store fails, as it does on a device that has not been unlocked since it started, a provisional one is used that
/// is not stored, and each use reads the store again: the identifier of earlier runs is never replaced. Safe to use from any
/// thread.
package final class InstallationID: Sendable {
    private struct State: ~Copyable {
        var id: String?
        /// Whether the store has failed, so that it may hold another one.
        var isProvisional = false

        /// The identifier, unless the store must be read.
        var settled: String? { isProvisional ? nil : id }
    }

    /// How long a run waits for the store.
    private static let patience = Duration.seconds(1)

    private let store: any FlagStore
    private let key: StoreKey
    private let time: any TimeSource
    private let draw: @Sendable () -> String
    private let finding: @Sendable (any Error) -> Diagnostic
    private let state = Lock(State())
    private let work = SerialWork()

    /// Makes a source that has not read its store yet.
    ///
    /// - Parameters:
    ///   - scope: Where it is stored, which distinguishes identifiers of different uses.
    ///   - store: The store.
    ///   - time: The clock that measures the wait for the store.
    ///   - draw: Makes a new identifier.
    ///   - finding: What is reported when the store fails.
    package init(
        _ scope: StoreKey.Scope, store: any FlagStore, time: any TimeSource, draw: @escaping @Sendable () -> String,
        finding: @escaping @Sendable (any Error) -> Diagnostic
    ) {
        key = StoreKey(scope, .anonymous, slot: "id")
        self.store = store
        self.time = time
        self.draw = draw
        self.finding = finding
    }

    /// The identifier in use; nil until it is first requested.
    package var known: String? { state.withLock { $0.id } }

    /// The identifier: the one in use, else the stored one, else the given one, else a new one, which is stored.
    ///
    /// A store that takes too long is not waited for.
    ///
    /// - Parameters:
    ///   - given: The one that stored flags were evaluated with.
    ///   - report: Called when the store fails, the first time.
    package func value(given: String? = nil, report: @escaping @Sendable (Diagnostic) -> Void) async -> String {
        if let settled = state.withLock({ $0.settled }) { return settled }
        await withDeadline(Self.patience, on: time) { [self] in
            await work.run { [self] in await load(given, report) }
        }
        return settle(given)
    }

    /// A new identifier that is neither stored nor used again.
    package var drawn: String { draw() }

    /// Forgets the identifier, including the stored one; the next run makes a new one.
    package func forget() async {
        await work.run { [self] in
            // Stores an empty record rather than none: stored flags may remember the identifier that is to be forgotten.
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
                    // One that was drawn because the store took too long stays for this run.
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
            if isFirst { report(finding(error)) }
        }
    }

    /// The identifier in use, which is created if there is none.
    private func settle(_ given: String?) -> String {
        let drawn = draw()
        return state.withLock { state in
            let id = state.id ?? given ?? drawn
            state.id = id
            return id
        }
    }
}
