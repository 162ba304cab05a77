// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ParityReport {
    /// A comparison of the results of two providers for one flag and one context.
    public struct Comparison: Sendable, Hashable {
        /// The outcome of a comparison.
        public enum Outcome: String, Sendable, Hashable, CaseIterable {
            /// Both results are equivalent.
            case agrees
            /// The values are of the same type and differ.
            case differs
            /// The values are of different types.
            case hasOtherType
            /// Only the other provider has the flag.
            case missingInPrimary
            /// Only the primary provider has the flag.
            case missingInOther
            /// The other provider has no flags for the context.
            case failed

            /// A Boolean value that indicates whether the results differ.
            public var isMismatch: Bool { self != .agrees && self != .failed }
        }

        /// The flag's name.
        public let key: String
        /// The provider whose result is right if the two differ.
        public let primary: String
        /// The provider that is compared with the primary provider.
        public let other: String
        /// The primary provider's value or the payload that was compared, or `nil` if the primary provider doesn't have the flag.
        public let primaryValue: FlagValue?
        /// The other provider's value or the payload that was compared, or `nil` if the provider doesn't have the flag or failed.
        public let otherValue: FlagValue?
        /// The outcome.
        public let outcome: Outcome
        /// The identity: the first 12 digits of ``EvaluationContext/identityDigest``.
        public let identity: String

        /// Compares two results.
        ///
        /// Returns `nil` if neither provider has the flag or the primary provider failed.
        init?(_ question: StrategyInput, primary: Int, other: Int) {
            let (right, left) = (question.answer(of: primary).evaluated, question.answer(of: other).evaluated)
            (primaryValue, otherValue) = Self.comparable(right, left)
            switch (right, left) {
            case (.failed, _), (.notFound, .notFound), (.notFound, .failed): return nil
            case (_, .failed): outcome = .failed
            case (.notFound, _): outcome = .missingInPrimary
            case (_, .notFound): outcome = .missingInOther
            default:
                let isSame = Self.isSame(primaryValue, otherValue)
                outcome = isSame ? .agrees : Self.isSameType(primaryValue, otherValue) ? .differs : .hasOtherType
            }
            key = question.key
            self.primary = question.names[primary]
            self.other = question.names[other]
            identity = String(question.identity.prefix(12))
        }

        /// Returns the values to compare: one vendor's value can correspond to the payload of the other vendor's enabled flag.
        ///
        /// If both flags have the same value and a payload, it returns the payloads, because they are more specific.
        private static func comparable(_ one: ChildResult, _ other: ChildResult) -> (FlagValue?, FlagValue?) {
            if let payload = one.payload, let otherPayload = other.payload, isSame(one.value, other.value) {
                return (payload, otherPayload)
            }
            let pairs = [(one.value, other.value), (one.value, other.payload), (one.payload, other.value)]
            return pairs.first { isSameType($0.0, $0.1) } ?? pairs[0]
        }

        private static func isSameType(_ one: FlagValue?, _ other: FlagValue?) -> Bool {
            guard let one, let other else { return false }
            return one.noun == other.noun || (comparedNumber(one) != nil && comparedNumber(other) != nil)
        }

        private static func isSame(_ one: FlagValue?, _ other: FlagValue?) -> Bool {
            if one == other { return true }
            guard let first = one.flatMap(comparedNumber), let second = other.flatMap(comparedNumber) else {
                return false
            }
            return first == second
        }
    }
}

extension ChildResult {
    /// The result, in which a flag with an error counts as failed.
    fileprivate var evaluated: ChildResult {
        if case .flag(let flag) = self, let error = flag.error { .failed(error) } else { self }
    }

    fileprivate var payload: FlagValue? {
        if case .flag(let flag) = self { flag.variantValue } else { nil }
    }
}

/// Returns a number as the type that is used to compare numbers of different vendors.
///
/// Not a property of `FlagValue`, because the compiler would suggest it when an app misspells another property.
private func comparedNumber(_ value: FlagValue) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
}
