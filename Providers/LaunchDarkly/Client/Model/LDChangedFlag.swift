// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

/// A flag whose value or variation changed.
public struct LDChangedFlag: Sendable {
    /// The source of a flag's value.
    public enum Source: String, Sendable, Hashable {
        /// The LaunchDarkly service.
        case server
        /// The flags stored by an earlier launch.
        case cache
    }

    /// The flag key.
    public let key: LDFlagKey
    let old: EvaluatedFlag?
    let new: EvaluatedFlag?

    init(_ change: FlagChange) {
        key = change.key
        old = change.old
        new = change.new
    }

    /// The previous value, or `nil` if there was none.
    public var oldValue: Any? { old?.value.plain }
    /// The current value, or `nil` if the flag no longer has one.
    public var newValue: Any? { new?.value.plain }
    /// The source of the previous value, or `nil` if there was none.
    public var oldValueSource: Source? { old.map(Source.init) }
    /// The source of the current value, or `nil` if the flag no longer has one.
    public var newValueSource: Source? { new.map(Source.init) }
}

extension LDChangedFlag.Source {
    fileprivate init(_ flag: EvaluatedFlag) {
        self = flag.origin.kind == .network ? .server : .cache
    }
}

/// The name of `LDObserverOwner` in version 4.
public typealias LDFlagChangeOwner = LDObserverOwner

/// Called on the main thread with a changed flag.
public typealias LDFlagChangeHandler = @MainActor @Sendable (LDChangedFlag) -> Void

/// Called on the main thread with all observed flags that changed together, by flag key.
public typealias LDFlagCollectionChangeHandler = @MainActor @Sendable ([LDFlagKey: LDChangedFlag]) -> Void

/// Called on the main thread with a connection error.
public typealias LDErrorHandler = @MainActor @Sendable (any Error) -> Void
