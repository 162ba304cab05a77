// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ParityReport {
    /// How the answers of two providers about one flag and one context compare.
    public struct Comparison: Sendable, Hashable {
        /// How they compare.
        public enum Outcome: String, Sendable, Hashable, CaseIterable {
            /// Both mean the same.
            case agrees
            /// The values are of the same type and differ.
            case differs
            /// The values are of different types.
            case hasOtherType
            /// Only the other one knows the flag.
            case missingInPrimary
            /// Only the primary provider knows the flag.
            case missingInOther
            /// The other one has no flags for the context.
            case failed

            /// Whether the two answered differently.
            public var isMismatch: Bool { self != .agrees && self != .failed }
        }

        /// The flag's name.
        public let key: String
        /// The provider that is right when they differ.
        public let primary: String
        /// The provider that is compared with it.
        public let other: String
        /// The primary provider's value, or the payload that compares with the other's; nil when it does not know the flag.
        public let primaryValue: FlagValue?
        /// The other one's value, or the payload that compares; nil when it does not know the flag, or failed.
        public let otherValue: FlagValue?
        /// How they compare.
        public let outcome: Outcome
        /// The identity: the first 12 digits of ``EvaluationContext/identityDigest``.
        public let identity: String

        /// Compares two answers; nil when there is nothing to compare, because neither provider knows the flag or the primary provider
        /// failed.
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

        /// The values to compare: one vendor's value may correspond to the payload of the other's enabled flag.
        ///
        /// Where both have the same value and a payload, the payloads are compared, which says more.
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
    /// The answer, where a flag with an error counts as failed.
    fileprivate var evaluated: ChildResult {
        if case .flag(let flag) = self, let error = flag.error { .failed(error) } else { self }
    }

    fileprivate var payload: FlagValue? {
        if case .flag(let flag) = self { flag.variantValue } else { nil }
    }
}

/// Returns a number in the type that vendors' numbers are compared in.
///
/// Not a property of `FlagValue`, because compilers name such a property when an app misspells one.
private func comparedNumber(_ value: FlagValue) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
}
