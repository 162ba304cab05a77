// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLDEngine
import HalyardLaunchDarkly

/// Makes an ``LDContext`` of one kind.
///
/// The kind is `user` by default. A value; making the context costs memory, and for the first one without a key also a
/// look into storage.
public struct LDContextBuilder: Sendable {
    private var neutral: LaunchDarklyContextBuilder

    /// Begins a context with the key of this device, which is generated once for each kind and then kept.
    ///
    /// Such a context is anonymous.
    public init() { neutral = LaunchDarklyContextBuilder() }

    /// Begins a context with a key.
    public init(key: String) { neutral = LaunchDarklyContextBuilder(key: key) }

    /// Sets the kind of the context; an empty text means a user.
    public mutating func kind(_ kind: String) { neutral.kind(kind) }

    /// Sets the key.
    public mutating func key(_ key: String) { neutral.key(key) }

    /// Sets the name for display.
    public mutating func name(_ name: String) { neutral.name(name) }

    /// Sets whether the key does not identify anyone in particular.
    public mutating func anonymous(_ anonymous: Bool) { neutral.anonymous(anonymous) }

    /// Sets an attribute, or anything else by its name on the wire; null removes it.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, which is taken literally.
    ///   - value: Its value. `kind`, `key` and `name` must be texts, and `anonymous` a Boolean.
    /// - Returns: Whether it was set: false for an empty name, `_meta`, or a value of a wrong type.
    @discardableResult
    public mutating func trySetValue(_ name: String, _ value: LDValue) -> Bool {
        neutral.trySetValue(name, value.neutral)
    }

    /// Marks what a reference leads to as private, so that events do not contain it.
    public mutating func addPrivateAttribute(_ reference: Reference) { neutral.addPrivateAttribute(reference) }

    /// Removes a reference from the private attributes.
    public mutating func removePrivateAttribute(_ reference: Reference) {
        neutral.removePrivateAttribute(reference)
    }

    /// The context, or why it cannot be made.
    public func build() -> Result<LDContext, ContextBuilderError> {
        neutral.build(ThisDevice.keys).map { LDContext($0) }.mapError { ContextBuilderError($0, of: neutral.kindName) }
    }
}

/// Makes an ``LDContext`` of several kinds.
///
/// A value; memory only.
public struct LDMultiContextBuilder: Sendable {
    private var neutral = LaunchDarklyMultiContextBuilder()

    /// Begins without a context.
    public init() {}

    /// Adds a context; for one with several kinds, each of its kinds.
    public mutating func addContext(_ context: LDContext) { neutral.addContext(context.neutral) }

    /// The context, or why it cannot be made.
    ///
    /// With only one kind it is that context.
    public func build() -> Result<LDContext, ContextBuilderError> {
        neutral.build().map { LDContext($0) }.mapError { ContextBuilderError($0, of: "") }
    }
}
