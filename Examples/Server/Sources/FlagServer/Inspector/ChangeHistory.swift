// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

/// The last changes of each flag since the server started, for the page.
///
/// Safe to use from any thread. The history follows the client as long as the history exists.
final class ChangeHistory: Sendable {
    /// A change of a flag.
    struct Entry: Sendable {
        /// The number of the change, which increases with each change.
        let number: Int64
        let change: FlagChange
        let moment: Instant
    }

    /// The maximum number of stored changes, for each flag and for all flags.
    static let limit = 50

    private struct State {
        var last: Int64 = 0
        var entries: [String: [Entry]] = [:]
        var newest: [Entry] = []
    }

    private final class Store: Sendable {
        let state = Mutex(State())
        let changed = Signal()
    }

    private let store = Store()
    private let follower: Task<Void, Never>

    init(of client: FlagClient, time: any TimeSource = SystemTime()) {
        // The iterator receives all later changes, even if the task starts later.
        var changes = client.changes.makeAsyncIterator()
        follower = Task { [store] in
            while let set = await changes.next() { Self.add(set, at: time.now, to: store) }
        }
    }

    deinit { follower.cancel() }

    /// Returns the last changes of a flag, starting with the newest.
    subscript(key: String) -> [Entry] { store.state.withLock { $0.entries[key] ?? [] } }

    /// The last changes of all flags, starting with the newest.
    var newest: [Entry] { store.state.withLock { $0.newest } }

    /// The date of the last change of each changed flag, by key.
    var moments: [String: Instant] { store.state.withLock { $0.entries.compactMapValues(\.first?.moment) } }

    /// A stream with an element after each change.
    ///
    /// Several changes can be merged into one element.
    var changes: AsyncStream<Void> { store.changed.followed() }

    private static func add(_ changes: ChangeSet, at moment: Instant, to store: Store) {
        store.state.withLock { state in
            for change in changes {
                state.last += 1
                let entry = Entry(number: state.last, change: change, moment: moment)
                state.entries[change.key] = Array(([entry] + (state.entries[change.key] ?? [])).prefix(limit))
                state.newest = Array(([entry] + state.newest).prefix(limit))
            }
        }
        store.changed.send()
    }
}
