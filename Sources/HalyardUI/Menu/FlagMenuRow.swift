// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One flag as a menu shows it.
public struct FlagMenuRow: Sendable, Hashable, Identifiable {
    /// What forces a flag on top of the provider.
    public enum Force: Sendable, Hashable {
        /// The menu, or other code.
        case code
        /// Another source, which the menu cannot change: `file`, `environment`, `argument`, `killSwitch`.
        case source(String)
    }

    /// The flag's name.
    public let key: String
    /// What a read returns; the default for a declared flag without a value.
    public let value: FlagValue
    /// The kind of value, which decides how it is edited.
    public let kind: FlagMenuValueKind
    /// The variant's name; nil when there is none.
    public let variant: String?
    /// Why it has the value, in OpenFeature's words.
    public let reason: String
    /// Where it comes from: `network`, `persisted`, `override`, and so on.
    public let origin: String
    /// The provider that served it; nil for a forced or missing flag.
    public let provider: String?
    /// The version that the vendor gave it.
    public let version: Int64?
    /// What is wrong; nil when nothing is.
    public let error: String?
    /// What forces it; nil when nothing does.
    public let force: Force?

    /// The flag's name.
    public var id: String { key }

    /// The value as text: a string as it is, everything else as JSON.
    public var text: String {
        if case .string(let text) = value { return text }
        return JSONWriter.text(value)
    }

    /// Whether some text occurs in the key, the value, the variant, the reason or the provider, in any case.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return ([key, self.text, reason, origin] + [variant, provider].compactMap(\.self))
            .contains { $0.lowercased().contains(text) }
    }
}

extension FlagMenuRow {
    /// A flag that a client has.
    init(_ flag: EvaluatedFlag, declared: FlagMenuKey?) {
        let hasValue = !flag.value.isNull
        value = hasValue ? flag.value : declared?.defaultValue ?? .null
        kind = FlagMenuValueKind(hasValue ? flag.value : declared?.defaultValue ?? .null)
        (key, variant, version) = (flag.key, flag.variant, flag.version)
        (reason, origin, provider) = (flag.reason.rawValue, flag.origin.kind.rawValue, flag.origin.provider)
        error = flag.error?.message
        force = Force(flag)
    }

    /// A declared flag that a client does not have.
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
