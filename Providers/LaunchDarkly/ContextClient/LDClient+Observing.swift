// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

/// Called on the main thread with a changed flag.
public typealias LDFlagChangeHandler = @MainActor @Sendable (LDChangedFlag) -> Void

/// Called on the main thread with all observed flags that changed together, by flag key.
public typealias LDFlagCollectionChangeHandler = @MainActor @Sendable ([LDFlagKey: LDChangedFlag]) -> Void

extension LDClient {
    /// Calls a handler for each change of a flag, until the owner is deallocated.
    @discardableResult
    public func observe(
        key: LDFlagKey, owner: any LDObserverOwner, handler: @escaping LDFlagChangeHandler
    ) -> LDObservation { handle.observe(owner, .flag(key) { handler(LDChangedFlag($0)) }) }

    /// Calls a handler once for all changes of the given flags that arrived together, until the owner is deallocated.
    @discardableResult
    public func observe(
        keys: [LDFlagKey], owner: any LDObserverOwner, handler: @escaping LDFlagCollectionChangeHandler
    ) -> LDObservation { handle.observe(owner, .flags(Set(keys)) { handler($0.mapValues { LDChangedFlag($0) }) }) }

    /// Calls a handler once for all flag changes that arrived together, until the owner is deallocated.
    @discardableResult
    public func observeAll(
        owner: any LDObserverOwner, handler: @escaping LDFlagCollectionChangeHandler
    ) -> LDObservation { handle.observe(owner, .flags(nil) { handler($0.mapValues { LDChangedFlag($0) }) }) }

    /// Calls a handler when an update doesn't change any flag, until the owner is deallocated.
    @discardableResult
    public func observeFlagsUnchanged(
        owner: any LDObserverOwner, handler: @escaping LDFlagsUnchangedHandler
    ) -> LDObservation { handle.observe(owner, .unchanged(handler)) }

    /// Calls a handler for each change of the connection mode, until the owner is deallocated.
    @discardableResult
    public func observeCurrentConnectionMode(
        owner: any LDObserverOwner, handler: @escaping LDConnectionModeChangedHandler
    ) -> LDObservation { handle.observe(owner, .mode(handler)) }

    /// Ends all observations of an owner.
    public func stopObserving(owner: any LDObserverOwner) { handle.stopObserving(owner) }
}
