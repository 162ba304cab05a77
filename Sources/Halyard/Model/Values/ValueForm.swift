// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An unusual form of a type's values in flags, with a function that reads it.
///
/// ```swift
/// struct Window: Decodable { var opens: Duration }
/// let minutes = ValueForm(Duration.self, "a number of minutes") {
///     Double(flagValue: $0).map { .seconds($0 * 60) }
/// }
/// let key = FlagKey("window", default: Window(opens: .zero), decoder: FlagValueDecoder(forms: [minutes]))
/// ```
/// It applies to every value of the type: as the flag itself, as a property, and in collections. A form is an immutable value.
public struct ValueForm: Sendable {
    let type: any Any.Type
    let noun: String
    let read: @Sendable (FlagValue) -> (any Sendable)?

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - noun: The noun for a value in this form in errors: `a number of minutes`.
    ///   - read: Returns the value, or `nil` if the flag value doesn't fit.
    public init<Value: Sendable>(
        _ type: Value.Type, _ noun: String, read: @escaping @Sendable (FlagValue) -> Value?
    ) {
        (self.type, self.noun, self.read) = (type, noun, read)
    }
}

/// Forms by type.
final class ValueForms: Sendable {
    private let forms: [ObjectIdentifier: ValueForm]

    init(_ forms: [ValueForm]) {
        self.forms = Dictionary(forms.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { $1 })
    }

    subscript(type: any Any.Type) -> ValueForm? { forms[ObjectIdentifier(type)] }
}

/// The Foundation types that HalyardFoundation reads.
///
/// The core knows them only by name.
enum FoundationTypes {
    private static let names: Set = ["Date", "URL", "Data", "Decimal"]

    /// Returns the type's name if it's one of these types and the app hasn't imported HalyardFoundation.
    static func name(of type: any Any.Type) -> String? {
        if type is any ScalarFlagValue.Type { return nil }
        // Runs for each structure that is decoded. It takes 25 ns, and `String(reflecting:)` would take 900 ns.
        let name = _typeName(type, qualified: true)
        guard name.utf8.starts(with: "Foundation".utf8), let dot = name.lastIndex(of: ".") else { return nil }
        let last = String(name[name.index(after: dot)...])
        return names.contains(last) ? last : nil
    }

    /// Returns the reason why a value of the type can't be read.
    static func refusal(of name: String) -> String {
        "reading flags as \(name) requires \"import HalyardFoundation\""
    }
}
