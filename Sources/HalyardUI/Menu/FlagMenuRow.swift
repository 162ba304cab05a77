// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag in the flag menu.
public struct FlagMenuRow: Sendable, Hashable, Identifiable {
    /// The source of an override.
    public enum Force: Sendable, Hashable {
        /// The menu or other code.
        case code
        /// Another source, which the menu can't change: `file`, `environment`, `argument`, `killSwitch`.
        case source(String)
    }

    /// The flag key.
    public let key: String
    /// The value that a read returns, or the default value for a declared flag without a value.
    public let value: FlagValue
    /// The kind of the value, which determines its editor.
    public let kind: FlagMenuValueKind
    /// The name of the variant, or `nil` if there is no variant.
    public let variant: String?
    /// The OpenFeature reason for the value.
    public let reason: String
    /// The origin of the value: `network`, `persisted`, `override`, and so on.
    public let origin: String
    /// The provider of the value, or `nil` for an overridden or missing flag.
    public let provider: String?
    /// The vendor's version of the flag, or `nil` if it is unknown.
    public let version: Int64?
    /// The error message, or `nil` if there is no error.
    public let error: String?
    /// The source of the override, or `nil` if the flag is not overridden.
    public let force: Force?

    /// The flag key.
    public var id: String { key }

    /// The value as text: a string unchanged, other values as JSON.
    public var text: String {
        if case .string(let text) = value { return text }
        return JSONWriter.text(value)
    }

    /// Returns whether the key, value, variant, reason, origin, or provider contains a text, ignoring case.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return ([key, self.text, reason, origin] + [variant, provider].compactMap(\.self))
            .contains { $0.lowercased().contains(text) }
    }
}

extension FlagMenuRow {
    /// Creates a row for a flag of the client.
    init(_ flag: EvaluatedFlag, declared: FlagMenuKey?) {
        let hasValue = !flag.value.isNull
        value = hasValue ? flag.value : declared?.defaultValue ?? .null
        kind = FlagMenuValueKind(hasValue ? flag.value : declared?.defaultValue ?? .null)
        (key, variant, version) = (flag.key, flag.variant, flag.version)
        (reason, origin, provider) = (flag.reason.rawValue, flag.origin.kind.rawValue, flag.origin.provider)
        error = flag.error?.message
        force = Force(flag)
    }

    /// Creates a row for a declared flag that the client doesn't have.
    init(missing declared: FlagMenuKey) {
        (key, value, kind) = (declared.name, declared.defaultValue, FlagMenuValueKind(declared.defaultValue))
        (variant, version, provider, error, force) = (nil, nil, nil, nil, nil)
        (reason, origin) = (EvaluationReason.default.rawValue, Origin.Kind.default.rawValue)
    }
}

extension FlagMenuRow.Force {
    fileprivate init?(_ flag: EvaluatedFlag) {
        switch flag.origin.kind {
        case .killSwitch: self = .source("killSwitch")
        case .override:
            guard case .string(let source)? = flag.metadata["overrideSource"], source != "code" else {
                self = .code
                return
            }
            self = .source(source)
        default: return nil
        }
    }
}
