// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A hub that delivers a client's updates to all readers, each at its own pace.
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

    /// Stores an update for every reader.
    ///
    /// Returns the readers to resume and the objects to release. Do both outside all locks.
    func publish(_ published: Published, _ changes: ChangeSet) -> [Mailbox.Delivery] {
        state.withLock { state in
            state.latest = published
            return state.mailboxes.values.map { $0.post(FlagUpdate(published: published, changes: changes)) }
        }
    }

    /// Lets every reader receive its pending update, followed by the end of the sequence.
    func finish() {
        let mailboxes = state.withLock { state in
            state.isFinished = true
            defer { state.mailboxes = [:] }
            return Array(state.mailboxes.values)
        }
        for mailbox in mailboxes { mailbox.finish() }
    }

    /// Adds a reader, whose first update is the current state.
    func subscribe() -> Subscription { subscribeSeeing().subscription }

    /// Adds a reader, and returns it with the current state, which is its first update.
    func subscribeSeeing() -> (subscription: Subscription, first: Published) {
        let mailbox = Mailbox()
        let (id, first) = state.withLock { state -> (Int, Published) in
            state.nextID += 1
            _ = mailbox.post(FlagUpdate(published: state.latest, changes: ChangeSet()))
            if state.isFinished { mailbox.finish() } else { state.mailboxes[state.nextID] = mailbox }
            return (state.nextID, state.latest)
        }
        let subscription = Subscription(mailbox, firstSequence: first.state.sequence) { [weak self] in
            self?.state.withLock { _ = $0.mailboxes.removeValue(forKey: id) }
        }
        return (subscription, first)
    }
}

/// A reader's registration in the hub, which ends when it's released.
final class Subscription: Sendable {
    /// The number of the state in the first update.
    ///
    /// It isn't the state itself, whose flags would have the same lifetime as this object.
    let firstSequence: UInt64
    private let mailbox: Mailbox
    private let end: @Sendable () -> Void

    init(_ mailbox: Mailbox, firstSequence: UInt64, end: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.firstSequence = firstSequence
        self.end = end
    }

    deinit { end() }

    /// Returns the next update, or `nil` if the client is shut down or the task is canceled.
    func next() async -> FlagUpdate? { await mailbox.next() }
}
