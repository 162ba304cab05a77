// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A flag that was read as a type that its value does not fit.
struct Mismatch<Value: Sendable> {
    let flag: EvaluatedFlag
    private let key: FlagKey<Value>

    init(_ flag: EvaluatedFlag, as key: FlagKey<Value>) { (self.flag, self.key) = (flag, key) }

    private var type: any Sendable.Type { Value.self }

    /// What is wrong; for a structure, the first member that does not fit.
    var message: String {
        if let name = FoundationTypes.name(of: type) {
            return "The flag '\(flag.key)' is not read: \(FoundationTypes.refusal(of: name))."
        }
        if let member = misfit { return "The flag '\(flag.key)' does not fit \(type): \(member)".asSentence }
        let nouns = [flag.value, flag.variantValue].compactMap { $0?.noun }.joined(separator: " and ")
        return "The flag '\(flag.key)' has \(nouns), not a value of type \(type)."
    }

    var suggestion: String {
        if FoundationTypes.name(of: type) != nil { return "Import it where the client is made." }
        return misfit == nil
            ? "Read it as another type, or give it another value." : "Fix the flag's value, or what it is read as."
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

    /// Why the key cannot read a value, if decoding provides an error.
    private func error(of value: FlagValue) -> DecodingError? {
        let failure = FlagValueDecoder.Failure()
        FlagValueDecoder.$failure.withValue(failure) {
            // A value that a key reads without a decoder may still have members.
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
