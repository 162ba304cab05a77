// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One key's change: it appeared, went away, or has another value or variant.
public struct FlagChange: Sendable {
    /// The flag's name.
    public let key: String
    /// The flag before; nil when it did not exist.
    public let old: EvaluatedFlag?
    /// The flag now; nil when it is gone.
    public let new: EvaluatedFlag?

    /// Makes a change.
    public init(key: String, old: EvaluatedFlag?, new: EvaluatedFlag?) {
        self.key = key
        self.old = old
        self.new = new
    }
}

extension FlagChange: CustomStringConvertible {
    /// The key with the value and the variant's payload before and after: `new-nav: false -> true`.
    public var description: String { "\(key): \(Self.shown(old)) -> \(Self.shown(new))" }

    /// The value of a flag, followed by the payload of its variant if there is one: `true, payload 300`.
    package static func shown(_ flag: EvaluatedFlag?) -> String {
        guard let flag else { return "absent" }
        guard let payload = flag.variantValue, !payload.isNull else { return flag.value.description }
        return "\(flag.value), payload \(payload)"
    }
}
