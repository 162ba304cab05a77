// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One key's change: it appeared, went away, or has another value or variant.
public struct FlagChange: Sendable {
    /// The flag's name.
    public let key: String
    /// The flag before; nil when it did not exist.
    public let old: Flag?
    /// The flag now; nil when it is gone.
    public let new: Flag?

    /// Makes a change.
    public init(key: String, old: Flag?, new: Flag?) {
        self.key = key
        self.old = old
        self.new = new
    }
}

extension FlagChange: CustomStringConvertible {
    /// The key with the value before and after: `new-nav: false -> true`.
    public var description: String {
        "\(key): \(old.map { $0.value.description } ?? "absent") -> \(new.map { $0.value.description } ?? "absent")"
    }
}
