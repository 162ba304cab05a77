// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardLDEngine
import HalyardLaunchDarkly

/// Who or what flags are for: one or several kinds of things, each with a key and attributes.
///
/// Made by an ``LDContextBuilder``, or an ``LDMultiContextBuilder`` for several kinds:
/// ```swift
/// var builder = LDContextBuilder(key: "ada")
/// builder.trySetValue("plan", "gold")
/// let context = try builder.build().get()
/// ```
/// An immutable value; it may cross threads. Two contexts are equal when their kinds, keys and attributes are.
public struct LDContext: Sendable, Hashable {
    let neutral: LaunchDarklyContext

    init(_ neutral: LaunchDarklyContext) { self.neutral = neutral }

    /// An anonymous user with the key of this device.
    static var ofThisDevice: LDContext {
        LDContext(LaunchDarklyContext(LaunchDarklyUser(key: ThisDevice.userKey.value, isAnonymous: true)))
    }

    /// Whether there is more than one kind.
    public func isMulti() -> Bool { neutral.isMulti() }

    /// The keys by kind.
    public func contextKeys() -> [String: String] { neutral.contextKeys() }

    /// Identifies the context as a whole: the key of a user, and for anything else the kinds and keys.
    public func fullyQualifiedKey() -> String { neutral.fullyQualifiedKey() }

    /// The value that a reference leads to in a context of one kind; nil when there is none, and when there are several
    /// kinds, except for `kind`.
    public func getValue(_ reference: Reference) -> LDValue? {
        neutral.getValue(reference).map { LDValue($0) }
    }
}

extension LDContext: Codable {
    /// Reads a context, or an old user, which has no `kind`.
    public init(from decoder: any Decoder) throws { neutral = try LaunchDarklyContext(from: decoder) }

    /// Writes the context as events contain it: without private values, and with a list of their names.
    public func encode(to encoder: any Encoder) throws { try neutral.encode(to: encoder) }
}

extension LDContext: CustomStringConvertible {
    /// Kinds and keys only, so that a log does not reveal attributes.
    public var description: String { neutral.description }
}

extension LDContext: ClientIdentity {
    package var neutralContext: EvaluationContext { neutral.context }
}
