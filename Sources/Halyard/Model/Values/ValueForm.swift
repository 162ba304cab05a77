// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How a type is read from flags that write it in an unusual form.
///
/// ```swift
/// struct Window: Decodable { var opens: Duration }
/// let minutes = ValueForm(Duration.self, "a number of minutes") {
///     Double(flagValue: $0).map { .seconds($0 * 60) }
/// }
/// let key = FlagKey("window", default: Window(opens: .zero), decoder: FlagValueDecoder(forms: [minutes]))
/// ```
/// It applies wherever a value of the type occurs: as the flag itself, as a member, and in collections. An immutable value.
public struct ValueForm: Sendable {
    let type: any Any.Type
    let noun: String
    let read: @Sendable (FlagValue) -> (any Sendable)?

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - noun: The noun for a value in this form in errors: `a number of minutes`.
    ///   - read: Reads a value; nil when it does not fit.
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

/// The Foundation types that the product HalyardFoundation reads; the core knows them by name only.
enum FoundationTypes {
    private static let names: Set = ["Date", "URL", "Data", "Decimal"]

    /// The type's name, if it is one of them and the app has not imported the product.
    static func name(of type: any Any.Type) -> String? {
        if type is any ScalarFlagValue.Type { return nil }
        // Runs for each structure that is decoded: 25 ns, versus 900 with `String(reflecting:)`.
        let name = _typeName(type, qualified: true)
        guard name.utf8.starts(with: "Foundation".utf8), let dot = name.lastIndex(of: ".") else { return nil }
        let last = String(name[name.index(after: dot)...])
        return names.contains(last) ? last : nil
    }

    /// Why a value of the type is not read.
    static func refusal(of name: String) -> String {
        "flags are read as \(name) where the app has \"import HalyardFoundation\""
    }
}
