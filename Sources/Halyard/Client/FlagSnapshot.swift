// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's flags at one moment: several reads see the same state, whatever arrives meanwhile.
///
/// ```swift
/// let view = flags.snapshot()
/// if view[.newNav] { show(limit: view.int("upload-limit", default: 10)) }  // both of the same moment
/// ```
/// Taking a view costs one short lock. Reads from it are counted like the client's own, and keep their values after the
/// client receives other flags or is shut down. An immutable value.
public struct FlagSnapshot: FlagReading {
    @usableFromInline let published: Published
    /// The differences for a context other than the client's.
    ///
    /// Nil in a view for the client's context.
    let other: OtherContext?

    /// The flag's value, or the key's default.
    ///
    /// Memory only.
    @inlinable
    public func value<Value>(for key: FlagKey<Value>) -> Value { published.evaluator.value(key, in: self) }

    /// The flag's value with everything that is known about it.
    ///
    /// Memory only.
    public func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value> {
        published.evaluator.details(key, in: self, options)
    }

    /// The values of all flags that have one, by name.
    ///
    /// Copies them; not counted.
    public var allFlags: [String: FlagValue] { published.evaluator.allFlags(in: self) }

    /// Returns the flag that a read sees, without counting it.
    ///
    /// Returns nil if there's no such flag.
    package func flag(_ name: String) -> EvaluatedFlag? { published.evaluator.flag(name, in: self) }

    /// The flags that reads see now, with the overrides and the kill switch.
    package var table: FlagTable { table { published.evaluator.time.now } }

    /// Returns the value that a read returns, without counting it or running hooks.
    func peek<Value>(_ key: FlagKey<Value>) -> Value { published.evaluator.peek(key, in: self) }
}
