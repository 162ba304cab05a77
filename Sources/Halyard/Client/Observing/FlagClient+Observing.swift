// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// The current state, then each change of status or flags; ends when the client is shut down.
    public var updates: FlagSequence<FlagUpdate> {
        FlagSequence(hub) {
            { update in update }
        }
    }

    /// Each change of flags from now on; ends when the client is shut down.
    ///
    /// A slow reader gets one merged change set for everything that happened meanwhile.
    public var changes: FlagSequence<ChangeSet> {
        FlagSequence(hub) {
            { update in update.changes.isEmpty ? nil : update.changes }
        }
    }

    /// Each change of some flags from now on; ends when the client is shut down.
    public func changes(of keys: some Sequence<String>) -> FlagSequence<ChangeSet> {
        let keys = Set(keys)
        return FlagSequence(hub) {
            { update in
                let changes = update.changes.only(keys)
                return changes.isEmpty ? nil : changes
            }
        }
    }

    /// The flag's value, then every other value it gets; ends when the client is shut down.
    ///
    /// Following a flag is not counted as reading it.
    public func values<Value>(of key: FlagKey<Value>) -> FlagSequence<Value> {
        FlagSequence(hub) {
            var last: Value?
            return { update in
                if update.state.isShutDown { return nil }
                let value = FlagSnapshot(update.published).peek(key)
                if let last, !key.isOther(value, than: last, update.changes[key]) { return nil }
                last = value
                return value
            }
        }
    }
}

// MARK: - Observers with an owner

extension FlagClient {
    /// Calls a handler on the main actor with each later value of a flag, for as long as the owner lives.
    ///
    /// The owner is held weakly. The first call of the handler is for the flag's next change; read the flag for its current
    /// value.
    ///
    /// - Returns: A token that ends the observation earlier; it may be discarded.
    @MainActor @discardableResult
    public func observe<Value, Owner: AnyObject>(
        _ key: FlagKey<Value>, owner: Owner, handler: @escaping @MainActor (Owner, ValueChange<Value>) -> Void
    ) -> FlagObservation {
        let (subscription, first) = hub.subscribeSeeing()
        var last = FlagSnapshot(first).peek(key)
        return follow(owner, subscription) { owner, update in
            let value = FlagSnapshot(update.published).peek(key)
            guard !update.state.isShutDown, key.isOther(value, than: last, update.changes[key]) else { return }
            let change = ValueChange(old: last, new: value)
            last = value
            handler(owner, change)
        }
    }

    /// Calls a handler on the main actor with each later change of some flags, once for all that changed together, for
    /// as long as the owner lives.
    ///
    /// - Parameters:
    ///   - keys: The names to watch; nil for all flags.
    ///   - owner: The object whose lifetime the observation shares; held weakly.
    ///   - handler: Called with the owner and what changed.
    /// - Returns: A token that ends the observation earlier; it may be discarded.
    @MainActor @discardableResult
    public func observe<Owner: AnyObject>(
        keys: Set<String>? = nil, owner: Owner, handler: @escaping @MainActor (Owner, ChangeSet) -> Void
    ) -> FlagObservation {
        follow(owner, hub.subscribe()) { owner, update in
            let changes = keys.map(update.changes.only) ?? update.changes
            if !changes.isEmpty { handler(owner, changes) }
        }
    }

    /// Calls a handler on the main actor with each later state of the client, for as long as the owner lives.
    ///
    /// - Returns: A token that ends the observation earlier; it may be discarded.
    @MainActor @discardableResult
    public func observeState<Owner: AnyObject>(
        owner: Owner, handler: @escaping @MainActor (Owner, FlagClient.State) -> Void
    ) -> FlagObservation {
        follow(owner, hub.subscribe()) { owner, update in handler(owner, update.state) }
    }

    /// Calls `body` with each update after the first state of the subscription, which the caller has seen.
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
    /// The value before.
    public let old: Value
    /// The value now.
    public let new: Value
}

extension ValueChange: Equatable where Value: Equatable {}

/// A running observation.
///
/// Releasing it does not end it; its owner's end or ``cancel()`` does.
public final class FlagObservation: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Ends the observation: the handler is no longer called.
    ///
    /// May be called from any thread, any number of times.
    public func cancel() { task.cancel() }
}
