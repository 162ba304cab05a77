// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Delivers a client's updates to all its followers, each at its own pace.
final class UpdateHub: Sendable {
    private struct State: ~Copyable {
        var latest: Published
        var isFinished = false
        var nextID = 0
        var mailboxes: [Int: Mailbox] = [:]
    }

    private let state: Lock<State>

    init(_ initial: Published) {
        state = Lock(State(latest: initial))
    }

    /// Stores an update for every follower.
    ///
    /// Returns whom to wake and what to release, both to be done outside of all locks.
    func publish(_ published: Published, _ changes: ChangeSet) -> [Mailbox.Delivery] {
        state.withLock { state in
            state.latest = published
            return state.mailboxes.values.map { $0.put(FlagUpdate(published: published, changes: changes)) }
        }
    }

    /// Lets every follower receive what is pending for it, and then the end.
    func finish() {
        let mailboxes = state.withLock { state in
            state.isFinished = true
            defer { state.mailboxes = [:] }
            return Array(state.mailboxes.values)
        }
        for mailbox in mailboxes { mailbox.finish() }
    }

    /// A new follower, with the current state as the first update.
    func subscribe() -> Subscription { subscribeSeeing().subscription }

    /// A new follower, and the current state, which is its first update.
    func subscribeSeeing() -> (subscription: Subscription, first: Published) {
        let mailbox = Mailbox()
        let (id, first) = state.withLock { state -> (Int, Published) in
            state.nextID += 1
            _ = mailbox.put(FlagUpdate(published: state.latest, changes: ChangeSet()))
            if state.isFinished { mailbox.finish() } else { state.mailboxes[state.nextID] = mailbox }
            return (state.nextID, state.latest)
        }
        let subscription = Subscription(mailbox, firstSequence: first.state.sequence) { [weak self] in
            self?.state.withLock { _ = $0.mailboxes.removeValue(forKey: id) }
        }
        return (subscription, first)
    }
}

/// One follower's place in the hub; releasing it ends it.
final class Subscription: Sendable {
    /// The number of the state in the first update; not the state, whose flags would live as long as this.
    let firstSequence: UInt64
    private let mailbox: Mailbox
    private let end: @Sendable () -> Void

    init(_ mailbox: Mailbox, firstSequence: UInt64, end: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.firstSequence = firstSequence
        self.end = end
    }

    deinit { end() }

    /// The next update; nil when the client is shut down or the task is cancelled.
    func next() async -> FlagUpdate? { await mailbox.next() }
}
