// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLDEngine
import HalyardLaunchDarkly

/// Makes an ``LDContext`` of one kind.
///
/// The kind is a user unless the app says otherwise. A value; making the context costs memory, and for one without a key the
/// first time a look into storage.
public struct LDContextBuilder: Sendable {
    private var neutral: LaunchDarklyContextBuilder

    /// Begins a context with the key of this device, which is generated once for each kind, and kept.
    ///
    /// Such a context is anonymous.
    public init() { neutral = LaunchDarklyContextBuilder() }

    /// Begins a context with a key.
    public init(key: String) { neutral = LaunchDarklyContextBuilder(key: key) }

    /// Says what the context is about; an empty text is a user.
    public mutating func kind(_ kind: String) { neutral.kind(kind) }

    /// Says what identifies it.
    public mutating func key(_ key: String) { neutral.key(key) }

    /// Says what people call it.
    public mutating func name(_ name: String) { neutral.name(name) }

    /// Says whether the key stands for no one in particular.
    public mutating func anonymous(_ anonymous: Bool) { neutral.anonymous(anonymous) }

    /// Sets an attribute, or anything else by its name on the wire; null takes it away.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, which is taken as it is.
    ///   - value: Its value. `kind`, `key` and `name` must be texts, and `anonymous` a truth value.
    /// - Returns: Whether it was set: false for an empty name, `_meta`, or a value of a wrong type.
    @discardableResult
    public mutating func trySetValue(_ name: String, _ value: LDValue) -> Bool {
        neutral.trySetValue(name, value.neutral)
    }

    /// Keeps what a reference leads to out of events.
    public mutating func addPrivateAttribute(_ reference: Reference) { neutral.addPrivateAttribute(reference.neutral) }

    /// Takes back that it is kept out.
    public mutating func removePrivateAttribute(_ reference: Reference) {
        neutral.removePrivateAttribute(reference.neutral)
    }

    /// The context, or why there can be none.
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

    /// Adds a context; of one with several kinds each kind.
    public mutating func addContext(_ context: LDContext) { neutral.addContext(context.neutral) }

    /// The context, or why there can be none.
    ///
    /// Of one kind alone it is that one.
    public func build() -> Result<LDContext, ContextBuilderError> {
        neutral.build().map { LDContext($0) }.mapError { ContextBuilderError($0, of: "") }
    }
}
