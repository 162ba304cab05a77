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
public struct FlagView: FlagReading {
    @usableFromInline let published: Published

    init(_ published: Published) {
        self.published = published
    }

    /// Status, flags and error at that moment.
    public var state: ClientState { published.state }

    /// The flag's value, or the key's default.
    ///
    /// Memory only.
    @inlinable
    public func value<Value>(for key: FlagKey<Value>) -> Value { published.evaluator.value(key, in: published) }

    /// The flag's value with everything that is known about it.
    ///
    /// Memory only.
    public func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value> {
        published.evaluator.details(key, in: published, options)
    }

    /// The values of all flags that have one, by name.
    ///
    /// Copies them; not counted.
    public var allFlags: [String: FlagValue] { published.evaluator.allFlags(in: published) }

    /// Returns the flag that a read sees, without counting it.
    ///
    /// Returns nil if there's no such flag.
    package func flag(_ name: String) -> Flag? { published.evaluator.flag(name, in: published) }

    /// The flags that reads see, those that lie on top of the provider's included.
    package var table: FlagTable { published.evaluator.table(in: published) }
}
