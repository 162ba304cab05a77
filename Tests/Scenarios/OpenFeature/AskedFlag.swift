// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The types that the specification's files name, with the syntax of their values.
enum ValueType: String {
    case boolean
    case string
    case integer
    case float
    case object

    /// Creates a type from its name, ignoring case.
    init(named name: some StringProtocol) throws {
        guard let type = ValueType(rawValue: name.lowercased()) else {
            throw Specification.Surprise("unknown type: \(name)")
        }
        self = type
    }

    /// Creates the type of a value.
    init(of value: FlagValue) throws {
        switch value {
        case .bool: self = .boolean
        case .string: self = .string
        case .int: self = .integer
        case .double: self = .float
        case .object: self = .object
        case .null, .array: throw Specification.Surprise("no type for \(value)")
        }
    }

    /// Reads a value of this type.
    func value(_ text: String) throws -> FlagValue {
        let value: FlagValue? =
            switch self {
            case .boolean: Bool(text).map(FlagValue.bool)
            case .string: .string(text)
            case .integer: Int64(text).map(FlagValue.int)
            case .float: Double(text).map(FlagValue.double)
            case .object: try JSONReader().read(text)
            }
        guard let value else { throw Specification.Surprise("not of type \(self): \(text)") }
        return value
    }
}

/// The key and the default value of a flag to evaluate.
///
/// The default value determines the type.
struct AskedFlag: Sendable {
    let name: String
    let defaultValue: FlagValue

    /// Evaluates the flag as a `Bool`, `String`, `Int`, `Double`, or object.
    func answer(from flags: some FlagReading, options: EvaluationOptions = EvaluationOptions()) throws -> Answer {
        switch defaultValue {
        case .bool(let defaultValue): answer(from: flags, defaultValue, options)
        case .string(let defaultValue): answer(from: flags, defaultValue, options)
        case .int(let defaultValue): answer(from: flags, Int(defaultValue), options)
        case .double(let defaultValue): answer(from: flags, defaultValue, options)
        case .object(let defaultValue): answer(from: flags, defaultValue, options)
        case .null, .array: throw Specification.Surprise("no type for the default of \(name): \(defaultValue)")
        }
    }

    private func answer<Value: FlagValueConvertible>(
        from flags: some FlagReading, _ defaultValue: Value, _ options: EvaluationOptions
    ) -> Answer {
        Answer(flags.details(of: FlagKey(name, default: defaultValue), options: options))
    }
}

/// Evaluation details for a value of any type.
struct Answer: Sendable, Equatable {
    let key: String
    let value: FlagValue
    let variant: String?
    let reason: EvaluationReason
    let error: FlagError?
    let origin: Origin
    let metadata: [String: FlagValue]

    init<Value: FlagValueConvertible>(_ details: EvaluationDetails<Value>) {
        key = details.key
        value = details.value.flagValue
        variant = details.variant
        reason = details.reason
        error = details.error
        origin = details.origin
        metadata = details.metadata
    }
}
