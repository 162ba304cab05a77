// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A flag that was read as a type that doesn't fit its value.
struct Mismatch<Value: Sendable> {
    let flag: EvaluatedFlag
    private let key: FlagKey<Value>

    init(_ flag: EvaluatedFlag, as key: FlagKey<Value>) { (self.flag, self.key) = (flag, key) }

    private var type: any Sendable.Type { Value.self }

    /// The problem.
    ///
    /// For a structure, it names the first property that doesn't fit.
    var message: String {
        if let name = FoundationTypes.name(of: type) {
            return "The flag '\(flag.key)' can't be read: \(FoundationTypes.refusal(of: name))."
        }
        if let member = misfit { return "The flag '\(flag.key)' doesn't fit \(type): \(member)".asSentence }
        let nouns = [flag.value, flag.variantValue].compactMap { $0?.noun }.joined(separator: " and ")
        return "The flag '\(flag.key)' has \(nouns), not a value of type \(type)."
    }

    var suggestion: String {
        if FoundationTypes.name(of: type) != nil { return "Import it where the client is created." }
        return misfit == nil
            ? "Read the flag as another type, or change its value."
            : "Fix the flag's value, or read it as another type."
    }

    private var misfit: String? {
        for case let value? in [flag.variantValue, flag.value] {
            switch value {
            case .array, .object:
                if let error = error(of: value) { return error.memberAndReason }
            case .null, .bool, .int, .double, .string:
                // For other single values, the type is enough.
                if let reason = Misfit.reason(value, as: type) { return reason }
            }
        }
        return nil
    }

    /// Returns the reason why the key can't read a value, if decoding provides an error.
    private func error(of value: FlagValue) -> DecodingError? {
        let failure = FlagValueDecoder.Failure()
        FlagValueDecoder.$failure.withValue(failure) {
            // A value that a key reads without a decoder can still have properties.
            if key.read(value) == nil, failure.error == nil, let type = type as? any Decodable.Type {
                _ = try? FlagValueDecoder().decode(type, from: value)
            }
        }
        return failure.error
    }
}

extension FlagError {
    init<Value>(_ mismatch: Mismatch<Value>) { self.init(.typeMismatch, "\(mismatch.message) \(mismatch.suggestion)") }
}
