// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

/// The last changes of each flag since the server started, for the page.
///
/// Safe to use from any thread. Follows the client for as long as it lives.
final class ChangeHistory: Sendable {
    /// One flag's change.
    struct Entry: Sendable {
        /// Grows with each change; identifies it.
        let number: Int64
        let change: FlagChange
        let moment: Instant
    }

    /// How many changes are kept, of each flag and of all together.
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
        // What happens from here on is not missed, even if the task begins later.
        var changes = client.changes.makeAsyncIterator()
        follower = Task { [store] in
            while let set = await changes.next() { Self.add(set, at: time.now, to: store) }
        }
    }

    deinit { follower.cancel() }

    /// The last changes of a flag, the newest first.
    subscript(key: String) -> [Entry] { store.state.withLock { $0.entries[key] ?? [] } }

    /// The last changes of all flags, the newest first.
    var newest: [Entry] { store.state.withLock { $0.newest } }

    /// When each flag that has changed did so last, by name.
    var moments: [String: Instant] { store.state.withLock { $0.entries.compactMapValues(\.first?.moment) } }

    /// An element after each change; several that come before the follower looks are one.
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
