// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Makes a ``LaunchDarklyContext`` of one kind.
///
/// The kind is `user` by default. A value; making the context costs memory, and for the first one without a key also a
/// look into storage.
public struct LaunchDarklyContextBuilder: Sendable {
    private var kind = ContextKind.user
    private var key: String?
    private var name: String?
    private var isAnonymous = false
    private var attributes: [String: FlagValue] = [:]
    private var privateAttributes: Set<LaunchDarklyReference> = []

    /// Begins a context with the key of this device, which is generated once for each kind and then kept.
    ///
    /// Such a context is anonymous.
    public init() {}

    /// Begins a context with a key.
    public init(key: String) { self.key = key }

    /// Begins with the content of a context of one kind.
    init(_ part: LaunchDarklyContext.Part) {
        (kind, key, name, isAnonymous) = (part.kind, part.key, part.name, part.isAnonymous)
        (attributes, privateAttributes) = (part.attributes, part.privateAttributes)
    }

    /// Sets the kind of the context; an empty text means a user.
    public mutating func kind(_ kind: String) { self.kind = kind.isEmpty ? .user : ContextKind(rawValue: kind) }

    /// Sets the kind of the context.
    public mutating func kind(_ kind: ContextKind) { self.kind = kind }

    /// The current kind of the context.
    package var kindName: String { kind.rawValue }

    /// Sets the key.
    public mutating func key(_ key: String) { self.key = key }

    /// Sets the name for display; nil for none.
    public mutating func name(_ name: String?) { self.name = name }

    /// Sets whether the key does not identify anyone in particular.
    public mutating func anonymous(_ isAnonymous: Bool) { self.isAnonymous = isAnonymous }

    /// Sets an attribute, or anything else by its name on the wire; null removes it.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, which is taken literally.
    ///   - value: Its value. `kind`, `key` and `name` must be texts, and `anonymous` a Boolean.
    /// - Returns: Whether it was set: false for an empty name, `_meta`, or a value of a wrong type.
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

    /// Marks what a reference leads to as private, so that events do not contain it.
    public mutating func addPrivateAttribute(_ reference: LaunchDarklyReference) { privateAttributes.insert(reference) }

    /// Removes a reference from the private attributes.
    public mutating func removePrivateAttribute(_ reference: LaunchDarklyReference) {
        privateAttributes.remove(reference)
    }

    /// The context, or why it cannot be made.
    public func build() -> Result<LaunchDarklyContext, LaunchDarklyContextError> { build(.shared) }

    /// Makes the context with other generated keys.
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

/// Makes a ``LaunchDarklyContext`` of several kinds.
///
/// A value; memory only.
public struct LaunchDarklyMultiContextBuilder: Sendable {
    private var parts: [LaunchDarklyContext.Part] = []

    /// Begins without a context.
    public init() {}

    /// Adds a context; for one with several kinds, each of its kinds.
    public mutating func addContext(_ context: LaunchDarklyContext) { parts += context.parts }

    /// The context, or why it cannot be made.
    ///
    /// With only one kind it is that context.
    public func build() -> Result<LaunchDarklyContext, LaunchDarklyContextError> {
        if parts.isEmpty { return .failure(.noKinds) }
        var kinds: Set<ContextKind> = []
        for part in parts where !kinds.insert(part.kind).inserted {
            return .failure(.duplicateKind(part.kind.rawValue))
        }
        return .success(LaunchDarklyContext(parts))
    }
}
