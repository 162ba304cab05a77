// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The change of one key: its flag was added, removed, or has another value or variant.
///
/// ```swift
/// for await changes in flags.changes(of: ["new-nav"]) {
///     if let change = changes["new-nav"] { print(change) }
/// }
/// ```
public struct FlagChange: Sendable {
    /// The flag key.
    public let key: String
    /// The previous flag, or `nil` if it didn't exist.
    public let old: EvaluatedFlag?
    /// The current flag, or `nil` if it was removed.
    public let new: EvaluatedFlag?

    /// Creates a change.
    public init(key: String, old: EvaluatedFlag?, new: EvaluatedFlag?) {
        self.key = key
        self.old = old
        self.new = new
    }
}

extension FlagChange: CustomStringConvertible {
    /// The key with the previous and the current value and payload: `new-nav: false -> true`.
    public var description: String { "\(key): \(Self.shown(old)) -> \(Self.shown(new))" }

    /// Returns the value of a flag, followed by the payload of its variant if there is one: `true, payload 300`.
    package static func shown(_ flag: EvaluatedFlag?) -> String {
        guard let flag else { return "absent" }
        guard let payload = flag.variantValue, !payload.isNull else { return flag.value.description }
        return "\(flag.value), payload \(payload)"
    }
}
