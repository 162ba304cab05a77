// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

/// A flag whose value or variation changed.
public struct LDChangedFlag: Sendable {
    /// Where a value came from.
    public enum Source: String, Sendable, Hashable {
        /// LaunchDarkly's service.
        case server
        /// The flags of an earlier run.
        case cache
    }

    /// The flag's name.
    public let key: LDFlagKey
    let old: EvaluatedFlag?
    let new: EvaluatedFlag?

    init(_ change: FlagChange) {
        key = change.key
        old = change.old
        new = change.new
    }

    /// The previous value; nil when there was none.
    public var oldValue: Any? { old?.value.plain }
    /// The current value; nil when there is none any more.
    public var newValue: Any? { new?.value.plain }
    /// Where the previous value came from; nil when there was none.
    public var oldValueSource: Source? { old.map(Source.init) }
    /// Where the current value came from; nil when there is none any more.
    public var newValueSource: Source? { new.map(Source.init) }
}

extension LDChangedFlag.Source {
    fileprivate init(_ flag: EvaluatedFlag) {
        self = flag.origin.kind == .network ? .server : .cache
    }
}

/// The name of `LDObserverOwner` in version 4.
public typealias LDFlagChangeOwner = LDObserverOwner

/// Receives a flag that changed, on the main thread.
public typealias LDFlagChangeHandler = @MainActor @Sendable (LDChangedFlag) -> Void

/// Receives all observed flags that changed together, by name, on the main thread.
public typealias LDFlagCollectionChangeHandler = @MainActor @Sendable ([LDFlagKey: LDChangedFlag]) -> Void

/// Receives an error of the connection, on the main thread.
public typealias LDErrorHandler = @MainActor @Sendable (any Error) -> Void
