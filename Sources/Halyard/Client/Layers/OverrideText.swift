// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A string that overrides a flag, and the values that it represents.
///
/// | string | value | read as another type |
/// | --- | --- | --- |
/// | `true`, `yes`, `on`, in any case | true | the string |
/// | `false`, `no`, `off`, in any case | false | the string |
/// | `1`, `0` | the number | true, false |
/// | another JSON number | the number | the string |
/// | `null` | none: reads return their default values | none |
/// | a JSON array or object | the array or object | the string |
/// | a JSON string, in quotes | the content of the quotes | none |
/// | anything else | the string | none |
struct OverrideText: Sendable, Hashable {
    let value: FlagValue
    /// The value for reads of another type, or `nil` for none.
    let second: FlagValue?

    init(_ text: String) {
        let json = try? JSONReader().read(text)
        switch (json, text.lowercased()) {
        case (_, "true"), (_, "yes"), (_, "on"): (value, second) = (true, .string(text))
        case (_, "false"), (_, "no"), (_, "off"): (value, second) = (false, .string(text))
        case (.int(1)?, "1"), (.int(0)?, "0"): (value, second) = (json ?? .null, .bool(text == "1"))
        case (.null?, _): (value, second) = (.null, nil)
        case (.string(let quoted)?, _): (value, second) = (.string(quoted), nil)
        case (let json?, _): (value, second) = (json, .string(text))
        case (nil, _): (value, second) = (.string(text), nil)
        }
    }
}
