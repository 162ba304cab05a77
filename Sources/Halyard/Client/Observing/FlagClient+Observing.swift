// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// A sequence of the current state and each later change of the status or the flags.
    ///
    /// It ends when the client is shut down.
    public var updates: FlagSequence<FlagUpdate> {
        FlagSequence(hub) {
            { update in update }
        }
    }

    /// A sequence of later flag changes.
    ///
    /// It ends when the client is shut down. A slow reader gets one merged change set for all changes in the meantime.
    public var changes: FlagSequence<ChangeSet> {
        FlagSequence(hub) {
            { update in update.changes.isEmpty ? nil : update.changes }
        }
    }

    /// Returns a sequence of later changes of some flags, which ends when the client is shut down.
    public func changes(of keys: some Sequence<String>) -> FlagSequence<ChangeSet> {
        let keys = Set(keys)
        return FlagSequence(hub) {
            { update in
                let changes = update.changes.only(keys)
                return changes.isEmpty ? nil : changes
            }
        }
    }

    /// Returns a sequence of the flag's current value and each later, different value.
    ///
    /// It ends when the client is shut down. Following a flag doesn't count as reading it.
    public func values<Value>(of key: FlagKey<Value>) -> FlagSequence<Value> {
        FlagSequence(hub) {
            var last: Value?
            return { update in
                if update.state.isShutDown { return nil }
                let value = FlagSnapshot(update.published).peek(key)
                if let last, !key.differs(value, from: last, update.changes[key]) { return nil }
                last = value
                return value
            }
        }
    }
}

// MARK: - Observers with an owner

extension FlagClient {
    /// Calls a handler on the main actor with each later value of a flag, until the owner is released.
    ///
    /// The client references the owner weakly. The first call of the handler is for the flag's next change. Read the flag to
    /// get its current value.
    ///
    /// - Returns: A token that can end the observation earlier, which you can discard.
    @MainActor @discardableResult
    public func observe<Value, Owner: AnyObject>(
        _ key: FlagKey<Value>, owner: Owner, handler: @escaping @MainActor (Owner, ValueChange<Value>) -> Void
    ) -> FlagObservation {
        let (subscription, first) = hub.subscribeSeeing()
        var last = FlagSnapshot(first).peek(key)
        return follow(owner, subscription) { owner, update in
            let value = FlagSnapshot(update.published).peek(key)
            guard !update.state.isShutDown, key.differs(value, from: last, update.changes[key]) else { return }
            let change = ValueChange(old: last, new: value)
            last = value
            handler(owner, change)
        }
    }

    /// Calls a handler on the main actor with each later change of some flags, until the owner is released.
    ///
    /// The client calls the handler once for all flags that change together.
    ///
    /// - Parameters:
    ///   - keys: The flag keys to observe, or `nil` for all flags.
    ///   - owner: The object whose lifetime limits the observation. The client references it weakly.
    ///   - handler: Called with the owner and the changes.
    /// - Returns: A token that can end the observation earlier, which you can discard.
    @MainActor @discardableResult
    public func observe<Owner: AnyObject>(
        keys: Set<String>? = nil, owner: Owner, handler: @escaping @MainActor (Owner, ChangeSet) -> Void
    ) -> FlagObservation {
        follow(owner, hub.subscribe()) { owner, update in
            let changes = keys.map(update.changes.only) ?? update.changes
            if !changes.isEmpty { handler(owner, changes) }
        }
    }

    /// Calls a handler on the main actor with each later state of the client, until the owner is released.
    ///
    /// - Returns: A token that can end the observation earlier, which you can discard.
    @MainActor @discardableResult
    public func observeState<Owner: AnyObject>(
        owner: Owner, handler: @escaping @MainActor (Owner, FlagClient.State) -> Void
    ) -> FlagObservation {
        follow(owner, hub.subscribe()) { owner, update in handler(owner, update.state) }
    }

    /// Calls `body` with each update after the first state of the subscription, because the caller has already seen that
    /// state.
    @MainActor @discardableResult
    func follow<Owner: AnyObject>(
        _ owner: Owner, _ subscription: Subscription, _ body: @escaping @MainActor (Owner, FlagUpdate) -> Void
    ) -> FlagObservation {
        let task = Task { @MainActor [weak owner] in
            while let update = await subscription.next() {
                guard let owner, !Task.isCancelled else { return }
                if update.state.sequence > subscription.firstSequence { body(owner, update) }
            }
        }
        observers.add(owner, task)
        return FlagObservation(task)
    }
}

/// A flag's value before and after a change.
public struct ValueChange<Value: Sendable>: Sendable {
    /// The value before the change.
    public let old: Value
    /// The value after the change.
    public let new: Value
}

extension ValueChange: Equatable where Value: Equatable {}

/// An observation that remains active until its owner is released or you call ``cancel()``.
///
/// Releasing the observation itself doesn't end it.
public final class FlagObservation: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Ends the observation, so that the handler is no longer called.
    ///
    /// You can call this from any thread, any number of times.
    public func cancel() { task.cancel() }
}
