// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLDEngine
import HalyardLaunchDarkly

/// A builder of an ``LDContext`` with one kind.
///
/// The kind is `user` by default. The first ``build()`` without a key reads storage. Other calls only access memory.
public struct LDContextBuilder: Sendable {
    private var neutral: LaunchDarklyContextBuilder

    /// Creates a builder of an anonymous context with the key of this device.
    ///
    /// The key is generated once for each kind, and stored.
    public init() { neutral = LaunchDarklyContextBuilder() }

    /// Creates a builder of a context with a key.
    public init(key: String) { neutral = LaunchDarklyContextBuilder(key: key) }

    /// Sets the kind of the context, where an empty string means `user`.
    public mutating func kind(_ kind: String) { neutral.kind(kind) }

    /// Sets the key.
    public mutating func key(_ key: String) { neutral.key(key) }

    /// Sets the display name.
    public mutating func name(_ name: String) { neutral.name(name) }

    /// Sets whether the key doesn't identify a particular user.
    public mutating func anonymous(_ anonymous: Bool) { neutral.anonymous(anonymous) }

    /// Sets an attribute, or a built-in property by its JSON name.
    ///
    /// Null removes the attribute.
    ///
    /// - Parameters:
    ///   - name: The literal name of the attribute.
    ///   - value: The value of the attribute. `kind`, `key`, and `name` must be strings, and `anonymous` must be a Boolean.
    /// - Returns: `true` if the attribute was set, or `false` if the name is empty or `_meta`, or the value has a wrong
    ///   type.
    @discardableResult
    public mutating func trySetValue(_ name: String, _ value: LDValue) -> Bool {
        neutral.trySetValue(name, value.neutral)
    }

    /// Marks a referenced value as private, so that events omit it.
    public mutating func addPrivateAttribute(_ reference: Reference) { neutral.addPrivateAttribute(reference) }

    /// Removes a reference from the private attributes.
    public mutating func removePrivateAttribute(_ reference: Reference) {
        neutral.removePrivateAttribute(reference)
    }

    /// Returns the context, or the reason why it's invalid.
    public func build() -> Result<LDContext, ContextBuilderError> {
        neutral.build(ThisDevice.keys).map { LDContext($0) }.mapError { ContextBuilderError($0, of: neutral.kindName) }
    }
}

/// A builder of an ``LDContext`` with several kinds.
///
/// It only accesses memory.
public struct LDMultiContextBuilder: Sendable {
    private var neutral = LaunchDarklyMultiContextBuilder()

    /// Creates a builder without contexts.
    public init() {}

    /// Adds a context, or each kind of a context with several kinds.
    public mutating func addContext(_ context: LDContext) { neutral.addContext(context.neutral) }

    /// Returns the context, or the reason why it's invalid.
    ///
    /// If there is only one kind, returns the context of that kind.
    public func build() -> Result<LDContext, ContextBuilderError> {
        neutral.build().map { LDContext($0) }.mapError { ContextBuilderError($0, of: "") }
    }
}
