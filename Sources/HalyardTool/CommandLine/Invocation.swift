// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A parsed command line that is valid for its command.
struct Invocation: Sendable {
    /// The arguments that aren't options, in order.
    let operands: [String]
    let values: [String: [String]]

    /// Returns whether an option is set.
    func isSet(_ option: Option) -> Bool { values[option.name] != nil }

    /// Returns the last value of an option, or `nil` if it isn't set.
    func text(_ option: Option) -> String? { values[option.name]?.last }

    /// Returns all values of a repeatable option.
    func texts(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// Returns the value of an option as a duration, or the default value.
    func duration(_ option: Option, default defaultValue: Duration) throws(ToolError) -> Duration {
        guard let text = text(option) else { return defaultValue }
        // A bare number means seconds, as in a configuration.
        let value = Double(text).map(FlagValue.double) ?? .string(text)
        guard let duration = SettingsReader.duration(value) else {
            throw .usage("Invalid duration \"\(text)\" for --\(option.name).", "Use seconds, or 500ms, 10s, 2m.")
        }
        return duration
    }
}
