// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A text that forces a flag's value, and its meaning.
///
/// | the text | value | read as another type |
/// | --- | --- | --- |
/// | `true`, `yes`, `on`, in any case | true | the text itself |
/// | `false`, `no`, `off`, in any case | false | the text itself |
/// | `1`, `0` | the number | true, false |
/// | another JSON number | the number | the text itself |
/// | `null` | none: reads get their defaults | none |
/// | a JSON array or object | the array or object | the text itself |
/// | a JSON string, in quotes | what is in the quotes | none |
/// | anything else | the text itself | none |
struct OverrideText: Sendable, Hashable {
    let value: FlagValue
    /// What a read gets when its type does not fit the value; nil for nothing.
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
