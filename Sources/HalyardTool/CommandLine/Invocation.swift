// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A command line that fits its command's table.
struct Invocation: Sendable {
    /// What is no option, in its order.
    let operands: [String]
    let values: [String: [String]]

    /// Whether an option is there.
    func isSet(_ option: Option) -> Bool { values[option.name] != nil }

    /// The value of an option; nil when it is not there.
    func text(_ option: Option) -> String? { values[option.name]?.last }

    /// All values of an option that may be repeated.
    func texts(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// The value of an option as a length of time, or its default.
    func duration(_ option: Option, default defaultValue: Duration) throws(ToolError) -> Duration {
        guard let text = text(option) else { return defaultValue }
        // A bare number is a number of seconds, as it is in a configuration.
        let value = Double(text).map(FlagValue.double) ?? .string(text)
        guard let duration = SettingsReader.duration(value) else {
            throw .usage("\"\(text)\" is no length of time for --\(option.name).", "Write 500ms, 10s or 2m.")
        }
        return duration
    }
}
