// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A builder of a ``LaunchDarklyContext`` of one kind.
///
/// The kind is `user` by default. The builder is a value. Building doesn't perform I/O, except for the first context
/// without a key, which reads the storage.
public struct LaunchDarklyContextBuilder: Sendable {
    private var kind = ContextKind.user
    private var key: String?
    private var name: String?
    private var isAnonymous = false
    private var attributes: [String: FlagValue] = [:]
    private var privateAttributes: Set<LaunchDarklyReference> = []

    /// Creates a builder of an anonymous context with the key of this device.
    ///
    /// The key is generated once for each kind and then stored.
    public init() {}

    /// Creates a builder of a context with a key.
    public init(key: String) { self.key = key }

    /// Creates a builder with the content of a context of one kind.
    init(_ part: LaunchDarklyContext.Part) {
        (kind, key, name, isAnonymous) = (part.kind, part.key, part.name, part.isAnonymous)
        (attributes, privateAttributes) = (part.attributes, part.privateAttributes)
    }

    /// Sets the kind of the context.
    ///
    /// An empty string means a user.
    public mutating func kind(_ kind: String) { self.kind = kind.isEmpty ? .user : ContextKind(rawValue: kind) }

    /// Sets the kind of the context.
    public mutating func kind(_ kind: ContextKind) { self.kind = kind }

    /// The current kind of the context.
    package var kindName: String { kind.rawValue }

    /// Sets the key.
    public mutating func key(_ key: String) { self.key = key }

    /// Sets the name for display, or removes it if the name is `nil`.
    public mutating func name(_ name: String?) { self.name = name }

    /// Sets a Boolean value that indicates whether the key doesn't identify anyone in particular.
    public mutating func anonymous(_ isAnonymous: Bool) { self.isAnonymous = isAnonymous }

    /// Sets an attribute, or another property by its wire name, or removes it if the value is null.
    ///
    /// - Parameters:
    ///   - name: The literal name of the attribute.
    ///   - value: The value. `kind`, `key`, and `name` must be strings, and `anonymous` must be a Boolean.
    /// - Returns: `true` if the value was set. `false` for an empty name, `_meta`, or a value of the wrong type.
    @discardableResult
    public mutating func trySetValue(_ name: String, _ value: FlagValue) -> Bool {
        switch (name, value) {
        case ("kind", .string(let kind)): self.kind(kind)
        case ("key", .string(let key)): self.key = key
        case ("name", .string(let text)): self.name = text
        case ("name", .null): self.name = nil
        case ("anonymous", .bool(let isAnonymous)): self.isAnonymous = isAnonymous
        case ("kind", _), ("key", _), ("name", _), ("anonymous", _), ("_meta", _), ("", _): return false
        default: attributes[name] = value.isNull ? nil : value
        }
        return true
    }

    /// Marks the target of a reference as private, so that events don't contain it.
    public mutating func addPrivateAttribute(_ reference: LaunchDarklyReference) { privateAttributes.insert(reference) }

    /// Removes a reference from the private attributes.
    public mutating func removePrivateAttribute(_ reference: LaunchDarklyReference) {
        privateAttributes.remove(reference)
    }

    /// Returns the context, or the reason why it can't be created.
    public func build() -> Result<LaunchDarklyContext, LaunchDarklyContextError> { build(.shared) }

    /// Returns the context with other generated keys.
    package func build(_ keys: LaunchDarklyDeviceKeys) -> Result<LaunchDarklyContext, LaunchDarklyContextError> {
        guard kind.isValidForLaunchDarkly else { return .failure(.invalidKind(kind.rawValue)) }
        if key == "" { return .failure(.emptyKey) }
        return .success(
            LaunchDarklyContext([
                LaunchDarklyContext.Part(
                    kind: kind, key: key ?? keys[kind].value, isAnonymous: isAnonymous || key == nil, name: name,
                    attributes: attributes, privateAttributes: privateAttributes)
            ]))
    }
}

/// A builder of a ``LaunchDarklyContext`` of several kinds.
///
/// The builder is a value and doesn't perform I/O.
public struct LaunchDarklyMultiContextBuilder: Sendable {
    private var parts: [LaunchDarklyContext.Part] = []

    /// Creates a builder without a context.
    public init() {}

    /// Adds a context, or each kind of a context with several kinds.
    public mutating func addContext(_ context: LaunchDarklyContext) { parts += context.parts }

    /// Returns the context, or the reason why it can't be created.
    ///
    /// If there is only one kind, the result equals that context.
    public func build() -> Result<LaunchDarklyContext, LaunchDarklyContextError> {
        if parts.isEmpty { return .failure(.noKinds) }
        var kinds: Set<ContextKind> = []
        for part in parts where !kinds.insert(part.kind).inserted {
            return .failure(.duplicateKind(part.kind.rawValue))
        }
        return .success(LaunchDarklyContext(parts))
    }
}
