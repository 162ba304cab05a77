// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardLaunchDarkly

/// The observers of one environment, whose handlers are called on the main thread, in order.
package final class Observers: Sendable {
    package enum Handler: Sendable {
        case flag(LDFlagKey, @MainActor @Sendable (FlagChange) -> Void)
        /// Observes a set of flags, or all flags if the set is `nil`.
        case flags(Set<LDFlagKey>?, @MainActor @Sendable ([LDFlagKey: FlagChange]) -> Void)
        case unchanged(LDFlagsUnchangedHandler)
        case mode(LDConnectionModeChangedHandler)
        case error(@MainActor @Sendable (ConnectionInformation.LastConnectionFailureReason) -> Void)
    }

    private struct Entry: Sendable {
        let id: Int
        weak var owner: (any LDObserverOwner)?
        let handler: Handler
        /// A Boolean value that indicates whether there were no flags when it was added or at some later time.
        ///
        /// The next flags are then new to the observer.
        var isNew: Bool
    }

    private struct State {
        var lastID = 0
        var entries: [Entry] = []
        /// Returns the current flags.
        var flags: @Sendable () -> FlagTable? = { nil }
        /// The flags that observers have received.
        var table = FlagTable()
        var mode = ConnectionInformation.ConnectionMode.offline
    }

    private let state = Lock(State())

    package func add(_ owner: any LDObserverOwner, _ handler: Handler) -> LDObservation {
        let id = state.withLock { state in
            state.lastID += 1
            let isNew = state.flags() == nil
            state.entries.append(Entry(id: state.lastID, owner: owner, handler: handler, isNew: isNew))
            return state.lastID
        }
        return LDObservation { [weak self] in self?.remove { $0.id == id } }
    }

    package func removeAll(of owner: any LDObserverOwner) {
        // Owners are also released outside the lock, because a thread that checks an owner might have its last reference.
        let owners = state.withLock { $0.entries.map { (id: $0.id, owner: $0.owner) } }
        let leaving = Set(owners.filter { $0.owner == nil || $0.owner === owner }.map(\.id))
        remove { leaving.contains($0.id) }
    }

    package func removeAll() { remove { _ in true } }

    /// Removes entries.
    ///
    /// Releases handlers outside the lock, because a handler might have the last reference to an object of the app.
    private func remove(_ isLeaving: (Entry) -> Bool) {
        _ = state.withLock { state -> [Entry] in
            let leaving = state.entries.filter(isLeaving)
            state.entries.removeAll(where: isLeaving)
            return leaving
        }
    }

    // MARK: News

    /// Switches to the flags of another client, and compares them.
    func follow(_ flags: @escaping @Sendable () -> FlagTable?) {
        // The previous closure might have the last reference to a client. Release it outside the lock.
        let before = state.withLock { state in
            defer { state.flags = flags }
            return state.flags
        }
        withExtendedLifetime(before) { look() }
    }

    /// Compares the current flags with the previous flags, and reports the differences.
    ///
    /// If there are no flags until the new user's flags arrive, nothing is reported. The flags that arrive then are new.
    func look() {
        // Compare under the lock, so that the last comparison uses the newest flags.
        state.withLock { state in
            guard let table = state.flags() else {
                for index in state.entries.indices { state.entries[index].isNew = true }
                return
            }
            let known = Self.changes(from: state.table, to: table)
            let all = state.entries.contains(where: \.isNew) ? Self.changes(from: FlagTable(), to: table) : [:]
            state.table = table
            for index in state.entries.indices {
                let entry = state.entries[index]
                state.entries[index].isNew = false
                let changes = entry.isNew ? all : known
                if changes.isEmpty { continue }
                switch entry.handler {
                case .flag(let key, let handler):
                    if let change = changes[key] { call(entry.id) { handler(change) } }
                case .flags(let keys, let handler):
                    let own = keys.map { keys in changes.filter { keys.contains($0.key) } } ?? changes
                    if !own.isEmpty { call(entry.id) { handler(own) } }
                case .unchanged, .mode, .error: continue
                }
            }
        }
    }

    private static func changes(from old: FlagTable, to new: FlagTable) -> [LDFlagKey: FlagChange] {
        Dictionary(new.changes(since: old).map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    func unchanged() {
        state.withLock { state in
            for entry in state.entries {
                if case .unchanged(let handler) = entry.handler { call(entry.id) { handler() } }
            }
        }
    }

    func receive(_ mode: ConnectionInformation.ConnectionMode) {
        state.withLock { state in
            guard mode != state.mode else { return }
            state.mode = mode
            for entry in state.entries {
                if case .mode(let handler) = entry.handler { call(entry.id) { handler(mode) } }
            }
        }
    }

    func failed(_ error: ConnectionInformation.LastConnectionFailureReason) {
        state.withLock { state in
            for entry in state.entries {
                if case .error(let handler) = entry.handler { call(entry.id) { handler(error) } }
            }
        }
    }

    private func call(_ id: Int, _ body: @escaping @MainActor @Sendable () -> Void) {
        callOnMainThread { [weak self] in
            if self?.isListening(id) == true { body() }
        }
    }

    /// Returns whether the owner is alive and the observation hasn't ended.
    private func isListening(_ id: Int) -> Bool {
        let owner = state.withLock { state in state.entries.first { $0.id == id }?.owner }
        return owner != nil
    }
}
