// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag's value and the details of its evaluation.
///
/// ```swift
/// let details = flags.details(of: .newNav)
/// if let error = details.error { print(error.message) }
/// ```
/// The details are an immutable value. A failed evaluation has an error and no variant. A successful evaluation has no error.
public struct EvaluationDetails<Value: Sendable>: Sendable {
    enum Outcome: Sendable {
        case resolved(variant: String?)
        case failed(FlagError)
    }

    /// The flag key, as it was requested.
    public let key: String
    /// The value that a read of the flag returns.
    public let value: Value
    /// The reason for the value.
    public let reason: EvaluationReason
    /// The source of the value, and the provider that served it.
    public let origin: Origin
    /// Facts about the flag, which are empty if there are none.
    public let metadata: [String: FlagValue]
    /// The version that the vendor gave the flag.
    public let version: Int64?
    /// The time since the source last confirmed the flag, or `nil` if no flag was found or it couldn't be used.
    public let age: Duration?
    /// The context that the value was evaluated for, if the provider hasn't responded for the client's new context yet.
    ///
    /// The reason is then ``EvaluationReason/stale``. The property is `nil` for a value of the current context.
    public let previousContext: EvaluationContext?

    private let outcome: Outcome

    init(
        key: String, value: Value, outcome: Outcome, reason: EvaluationReason, origin: Origin,
        metadata: [String: FlagValue] = [:], version: Int64? = nil, age: Duration? = nil,
        previousContext: EvaluationContext? = nil
    ) {
        self.key = key
        self.value = value
        self.outcome = outcome
        self.reason = reason
        self.origin = origin
        self.metadata = metadata
        self.version = version
        self.age = age
        self.previousContext = previousContext
    }

    /// The variant that was served, or `nil` if the flag has none or the evaluation failed.
    public var variant: String? {
        guard case .resolved(let variant) = outcome else { return nil }
        return variant
    }

    /// The error, or `nil` if the evaluation succeeded.
    public var error: FlagError? {
        guard case .failed(let error) = outcome else { return nil }
        return error
    }

    /// The name of the provider that served the flag, or `nil` if no flag was found or it couldn't be used.
    public var provider: String? { origin.provider }

    /// Returns the same details with another value.
    func map<Other: Sendable>(_ value: Other) -> EvaluationDetails<Other> {
        let outcome: EvaluationDetails<Other>.Outcome =
            switch outcome {
            case .resolved(let variant): .resolved(variant: variant)
            case .failed(let error): .failed(error)
            }
        return EvaluationDetails<Other>(
            key: key, value: value, outcome: outcome, reason: reason, origin: origin, metadata: metadata,
            version: version, age: age, previousContext: previousContext)
    }
}

extension EvaluationDetails: CustomStringConvertible {
    /// The details on one line: `new-nav = true (on, TARGETING_MATCH, network: unleash)`, or with the error.
    public var description: String {
        let previous = previousContext.map { "of the previous context \($0)" }
        let facts = [variant, reason.rawValue, origin.description, previous, error?.description].compactMap(\.self)
        return "\(key) = \(value) (\(facts.joined(separator: ", ")))"
    }
}

extension EvaluationDetails: Equatable where Value: Equatable {
    /// Returns true if all members are equal, except for the age, which changes all the time.
    public static func == (left: EvaluationDetails, right: EvaluationDetails) -> Bool {
        left.key == right.key && left.value == right.value && left.variant == right.variant
            && left.error == right.error && left.reason == right.reason && left.origin == right.origin
            && left.metadata == right.metadata && left.version == right.version
            && left.previousContext == right.previousContext
    }
}
