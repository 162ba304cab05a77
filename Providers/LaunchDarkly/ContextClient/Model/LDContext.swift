// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardLDEngine
import HalyardLaunchDarkly

/// A context of flag evaluations, with one or several kinds, each with a key and attributes.
///
/// Create it with an ``LDContextBuilder``, or with an ``LDMultiContextBuilder`` for several kinds:
/// ```swift
/// var builder = LDContextBuilder(key: "ada")
/// builder.trySetValue("plan", "gold")
/// let context = try builder.build().get()
/// ```
/// It's immutable, and safe to use from any thread. Two contexts are equal if their kinds, keys, and attributes are equal.
public struct LDContext: Sendable, Hashable {
    let neutral: LaunchDarklyContext

    init(_ neutral: LaunchDarklyContext) { self.neutral = neutral }

    /// An anonymous user with the key of this device.
    static var ofThisDevice: LDContext {
        LDContext(LaunchDarklyContext(LaunchDarklyUser(key: ThisDevice.userKey.value, isAnonymous: true)))
    }

    /// Returns a Boolean value that indicates whether the context has more than one kind.
    public func isMulti() -> Bool { neutral.isMulti() }

    /// Returns the keys by kind.
    public func contextKeys() -> [String: String] { neutral.contextKeys() }

    /// Returns a key for the whole context.
    ///
    /// It's the key for a user, and a combination of all kinds and keys for any other context.
    public func fullyQualifiedKey() -> String { neutral.fullyQualifiedKey() }

    /// Returns the referenced value of a context with one kind, or `nil` if there is none.
    ///
    /// For a context with several kinds, returns `nil` unless the reference is `kind`.
    public func getValue(_ reference: Reference) -> LDValue? {
        neutral.getValue(reference).map { LDValue($0) }
    }
}

extension LDContext: Codable {
    /// Decodes a context, or a legacy user, which has no `kind`.
    public init(from decoder: any Decoder) throws { neutral = try LaunchDarklyContext(from: decoder) }

    /// Encodes the context as in events, without private values and with a list of their names.
    public func encode(to encoder: any Encoder) throws { try neutral.encode(to: encoder) }
}

extension LDContext: CustomStringConvertible {
    /// A description with kinds and keys only, so that a log doesn't reveal attributes.
    public var description: String { neutral.description }
}

extension LDContext: ClientIdentity {
    package var neutralContext: EvaluationContext { neutral.context }
}
