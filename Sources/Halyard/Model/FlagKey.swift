// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag key with its type and its default value.
///
/// Declare each flag once, as a static member, and read it everywhere by that name:
/// ```swift
/// extension FlagKey where Value == Bool {
///     static let newNav = FlagKey("new-nav", default: false)
/// }
/// ```
/// Names are opaque: Halyard never splits or changes them. A key is an immutable value.
public struct FlagKey<Value: Sendable>: Sendable {
    /// The flag key, as the provider spells it.
    public let name: String
    /// The value that a read returns if the flag is missing, has no value, or has another type.
    public let defaultValue: Value

    @usableFromInline let hash: UInt64
    @usableFromInline let read: @Sendable (FlagValue) -> Value?
    @usableFromInline let write: @Sendable (Value) -> FlagValue

    @inlinable
    init(
        name: String, defaultValue: Value, read: @escaping @Sendable (FlagValue) -> Value?,
        write: @escaping @Sendable (Value) -> FlagValue
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.read = read
        self.write = write
        hash = KeyHash.of(name)
    }

    /// Declares a flag of a type that flags support: Booleans, numbers, strings, collections, and optionals of them.
    ///
    /// An optional type reads null as "no value", so a read returns the default value, as for every other type.
    @inlinable
    public init(_ name: String, default defaultValue: Value) where Value: FlagValueConvertible {
        self.init(
            name: name, defaultValue: defaultValue, read: { Value(flagValue: $0) }, write: { $0.flagValue })
    }

    /// Declares a flag whose values are the cases of an enumeration.
    ///
    /// A raw value that doesn't match a case is a type mismatch.
    @inlinable
    public init(_ name: String, default defaultValue: Value)
    where Value: RawRepresentable, Value.RawValue: FlagValueConvertible {
        self.init(
            name: name, defaultValue: defaultValue,
            read: { flagValue in Value.RawValue(flagValue: flagValue).flatMap(Value.init(rawValue:)) },
            write: { $0.rawValue.flagValue })
    }

    /// Declares a flag whose values are the cases of an enumeration that also conforms to ``FlagValueConvertible``.
    @inlinable
    public init(_ name: String, default defaultValue: Value)
    where Value: RawRepresentable & FlagValueConvertible, Value.RawValue: FlagValueConvertible {
        self.init(
            name: name, defaultValue: defaultValue, read: { Value(flagValue: $0) }, write: { $0.flagValue })
    }

    /// Declares a flag whose values are the cases of an enumeration, with `nil` as the default value.
    @inlinable
    public init<Wrapped: RawRepresentable>(_ name: String, default defaultValue: Wrapped?)
    where Value == Wrapped?, Wrapped.RawValue: FlagValueConvertible {
        self.init(
            name: name, defaultValue: defaultValue,
            read: { flagValue in
                Wrapped.RawValue(flagValue: flagValue).flatMap(Wrapped.init(rawValue:)).map { .some($0) }
            },
            write: { $0?.rawValue.flagValue ?? .null })
    }

    /// Declares a flag whose value is a structure.
    ///
    /// A value that can't be decoded is a type mismatch. Each read decodes the value again, which costs more than
    /// reading a scalar. In events, the default value appears as null.
    @_disfavoredOverload
    @inlinable
    public init(_ name: String, default defaultValue: Value) where Value: Decodable {
        self.init(
            name: name, defaultValue: defaultValue,
            read: { try? FlagValueDecoder().decode(Value.self, from: $0) }, write: { _ in .null })
    }

    /// Declares a flag of a type with an unusual form, or with members in such a form.
    ///
    /// A value that can't be decoded is a type mismatch. Each read decodes the value again. In events, the default
    /// value appears as null.
    ///
    /// - Parameters:
    ///   - name: The flag key.
    ///   - defaultValue: The value that a read returns if the flag is missing, has no value, or doesn't fit.
    ///   - decoder: A decoder with the forms.
    public init(_ name: String, default defaultValue: Value, decoder: FlagValueDecoder) where Value: Decodable {
        self.init(
            name: name, defaultValue: defaultValue,
            read: { try? decoder.decode(Value.self, from: $0) }, write: { _ in .null })
    }

    /// The default value as a flag value, as written into events.
    @inlinable package var defaultFlagValue: FlagValue { write(defaultValue) }

    /// Returns true if an observer sees another value than before.
    ///
    /// Structures are always written as null. For them, the result depends on whether the flag changed.
    func differs(_ value: Value, from last: Value, _ change: FlagChange?) -> Bool {
        let written = write(value)
        return written != write(last) || (written.isNull && change != nil)
    }
}

extension FlagKey: CustomStringConvertible {
    /// The name, the type, and the default value: `new-nav: Bool = false`.
    public var description: String { "\(name): \(Value.self) = \(defaultValue)" }
}
