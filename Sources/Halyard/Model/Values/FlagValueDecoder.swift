// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A decoder that reads any `Decodable` type from a flag value.
///
/// Integers and numbers with a fraction follow the rules of ``FlagValueConvertible``. Decoding never traps, and uses
/// keys as they are. If the app imports `HalyardFoundation`, the decoder reads `Date`, `URL`, `Data`, and `Decimal`.
/// Otherwise it rejects them, because their own encoding is for other decoders. Use ``ValueForm`` for other forms of a
/// type.
public struct FlagValueDecoder: Sendable {
    private let forms: ValueForms?

    /// Creates a decoder.
    ///
    /// - Parameter forms: Forms of types with an unusual form. If two are for the same type, the last one wins.
    public init(forms: [ValueForm] = []) { self.forms = forms.isEmpty ? nil : ValueForms(forms) }

    /// Returns the decoded value.
    ///
    /// - Throws: `DecodingError` with the coding path of the value that doesn't fit.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from value: FlagValue) throws -> Value {
        do {
            return try ValueDecoder(value: value, codingPath: [], forms: forms).unboxed(type)
        } catch {
            Self.failure?.error = error as? DecodingError
            throw error
        }
    }

    /// The object in which a decoder records its error, for a key that drops the error, or `nil` if the error isn't needed.
    ///
    /// It isn't part of the key, because one more reference there would increase the instructions of each read by name by half.
    @TaskLocal static var failure: Failure?

    /// The last error of decoders.
    final class Failure: Sendable {
        private let noted = Lock<DecodingError?>(nil)

        var error: DecodingError? {
            get { noted.withLock { $0 } }
            set { noted.withLock { $0 = newValue } }
        }
    }
}

/// The decoder of one value, which is also its single-value container.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: FlagValue
    let codingPath: [any CodingKey]
    let forms: ValueForms?
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: FlagValue].self, "an object") }
        return KeyedDecodingContainer(MemberContainer(members: members, codingPath: codingPath, forms: forms))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([FlagValue].self, "an array") }
        return ElementContainer(elements: elements, codingPath: codingPath, forms: forms)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try unboxed(type) }

    func unboxed<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = try unboxed(anyOf: type) as? Value else { throw mismatch(type, "a \(type)") }
        return value
    }

    private func unboxed(anyOf type: any Decodable.Type) throws -> Any {
        if let form = forms?[type] {
            guard let read = form.read(value) else { throw mismatch(type, form.noun) }
            return read
        }
        // Optionals and collections use their own `init(from:)`, so that an element's error contains its path.
        if let direct = type as? any (FlagValueConvertible & ScalarFlagValue).Type {
            guard let converted = direct.init(flagValue: value) else { throw mismatch(type, direct.noun) }
            return converted
        }
        if let name = FoundationTypes.name(of: type) {
            throw DecodingError.typeMismatch(
                type, .init(codingPath: codingPath, debugDescription: FoundationTypes.refusal(of: name)))
        }
        do {
            return try type.init(from: self)
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.count == codingPath.count {
            // Replaces Swift's message for an unknown case.
            guard context.debugDescription.hasPrefix("Cannot initialize"), let noun = Misfit.nounOfCases(type) else {
                throw DecodingError.dataCorrupted(context)
            }
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: Misfit.reason(value, as: type, noun)))
        }
    }

    private func mismatch(_ type: Any.Type, _ noun: String) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: Misfit.reason(value, as: type, noun))
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension DecodingError {
    /// The property that doesn't fit, with the reason: `"colors[2].name": expected a string, found the number 5`.
    var memberAndReason: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            Self.text(context.codingPath, context.debugDescription)
        case .keyNotFound(let key, let context): Self.text(context.codingPath + [key], "the property is missing")
        @unknown default: "\(self)"
        }
    }

    private static func text(_ path: [any CodingKey], _ reason: String) -> String {
        let path = path.reduce("") { text, key in
            if let index = key.intValue { return text + "[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
        return path.isEmpty ? reason : "\"\(path)\": \(reason)"
    }
}

private struct MemberContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: FlagValue]
    let codingPath: [any CodingKey]
    let forms: ValueForms?

    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).unboxed(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ValueDecoder(value: members["super"] ?? .null, codingPath: codingPath + [MemberKey("super")], forms: forms)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func member(_ key: Key) throws -> ValueDecoder {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "no property \"\(key.stringValue)\""))
        }
        return ValueDecoder(value: value, codingPath: codingPath + [key], forms: forms)
    }
}

private struct ElementContainer: UnkeyedDecodingContainer {
    let elements: [FlagValue]
    let codingPath: [any CodingKey]
    let forms: ValueForms?
    var currentIndex = 0

    init(elements: [FlagValue], codingPath: [any CodingKey], forms: ValueForms?) {
        (self.elements, self.codingPath, self.forms) = (elements, codingPath, forms)
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try element().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try element().unboxed(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try element().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element()
        currentIndex += 1
        return decoder
    }

    private func element() throws -> ValueDecoder {
        let path = codingPath + [MemberKey(index: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                FlagValue.self, .init(codingPath: path, debugDescription: "the array ends before this element"))
        }
        return ValueDecoder(value: elements[currentIndex], codingPath: path, forms: forms)
    }
}
