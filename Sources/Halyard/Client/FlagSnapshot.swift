// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An immutable snapshot of a client's flags at one point in time, so that several reads see the same state.
///
/// ```swift
/// let snapshot = flags.snapshot()
/// if snapshot[.newNav] { show(limit: snapshot.int("upload-limit", default: 10)) }  // both of the same moment
/// ```
/// Creating a snapshot costs one short lock. Reads from a snapshot are counted like the client's own. They keep their
/// values after the client receives other flags or is shut down.
public struct FlagSnapshot: FlagReading {
    @usableFromInline let published: Published
    /// The parts that differ for a context other than the client's, or `nil` in a snapshot for the client's context.
    let other: OtherContext?

    /// Returns the flag's value, or the key's default value.
    ///
    /// Doesn't perform I/O.
    @inlinable
    public func value<Value>(for key: FlagKey<Value>) -> Value { published.evaluator.value(key, in: self) }

    /// Returns the flag's value with details, such as the variant, the reason, or an error.
    ///
    /// Doesn't perform I/O.
    public func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value> {
        published.evaluator.details(key, in: self, options)
    }

    /// The values of all flags that have one, by flag key.
    ///
    /// Each access copies the values, and doesn't count as reading the flags.
    public var allFlags: [String: FlagValue] { published.evaluator.allFlags(in: self) }

    /// Returns a Boolean value that indicates whether a read finds a flag with this key.
    ///
    /// Overrides and values of the kill switch count as flags, and expired flags don't. The call doesn't count as reading the
    /// flag, and an unknown key isn't reported.
    public func contains(_ name: String) -> Bool { flag(name) != nil }

    /// Returns the flag that a read sees, or `nil` if there's no such flag.
    ///
    /// Doesn't count as a read.
    package func flag(_ name: String) -> EvaluatedFlag? { published.evaluator.flag(name, in: self) }

    /// The flags that reads currently see, with the overrides and the kill switch.
    package var table: FlagTable { table { published.evaluator.time.now } }

    /// Returns the value that a read returns, without counting it or running hooks.
    func peek<Value>(_ key: FlagKey<Value>) -> Value { published.evaluator.peek(key, in: self) }
}
