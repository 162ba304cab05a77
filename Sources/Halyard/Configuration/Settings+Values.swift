// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Settings {
    // MARK: Scalars

    /// A truth value.
    public func bool(_ name: String, default defaultValue: Bool) -> Bool {
        scalar(name, "true or false") ?? defaultValue
    }

    /// A whole number.
    public func int(_ name: String, default defaultValue: Int, in range: ClosedRange<Int>? = nil) -> Int {
        guard let number: Int = scalar(name, "a whole number") else { return defaultValue }
        if let range, !range.contains(number) {
            reject(
                name, "\(number) lies outside of \(range.lowerBound) to \(range.upperBound).",
                mend: "Write a number in that range.")
        }
        return number
    }

    /// A number.
    public func double(_ name: String, default defaultValue: Double) -> Double {
        scalar(name, "a number") ?? defaultValue
    }

    /// A text; nil when it is absent.
    ///
    /// May be given as `{"$env": "NAME"}` or `{"$file": "path"}`, like ``secret(_:)``.
    public func string(_ name: String) -> String? { text(name)?.value }

    /// A text, or its default.
    public func string(_ name: String, default defaultValue: String) -> String { string(name) ?? defaultValue }

    /// A text that must be there; a placeholder when it is not.
    public func requiredString(_ name: String) -> String {
        if let text = string(name) { return text }
        if value(name) == nil { reportMissing(name, "a string") }
        return ""
    }

    /// One of several words.
    public func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, default defaultValue: Choice
    ) -> Choice where Choice.RawValue == String {
        guard let text = text(name) else { return defaultValue }
        if let choice = Choice(rawValue: text.value) { return choice }
        let words = Choice.allCases.map { "\"\($0.rawValue)\"" }
        reject(name, "Expected one of \(words.joined(separator: ", ")), found \(text.shown).")
        return defaultValue
    }

    /// A list of texts.
    public func strings(_ name: String, default defaultValue: [String] = []) -> [String] {
        guard let value = value(name) else { return defaultValue }
        if let texts = [String](flagValue: value) { return texts }
        reject(name, "Expected an array of strings, found \(value.noun).", mend: "Write [\"…\", \"…\"].")
        return defaultValue
    }

    /// The path of a file, as seen from the configuration's folder; nil when it is absent.
    public func path(_ name: String) -> String? { string(name).map(resolve) }

    // MARK: Durations

    /// A length of time: a number of seconds, or a text such as `"500ms"`, `"15s"`, `"5m"`, `"24h"`, `"7d"`; nil when it
    /// is absent.
    public func duration(_ name: String, in range: ClosedRange<Duration>? = nil) -> Duration? {
        guard let value = value(name) else { return nil }
        guard let duration = Self.duration(value) else {
            reject(
                name, "Expected a duration, found \(Self.shown(value)).",
                mend: "Write seconds, or a number with a unit: \"500ms\", \"15s\", \"5m\", \"24h\", \"7d\".")
            return nil
        }
        if let range, !range.contains(duration) {
            reject(
                name, "\(Self.shown(value)) lies outside of \(range.lowerBound) to \(range.upperBound).",
                mend: "Write a duration in that range.")
        }
        return duration
    }

    /// A length of time, or its default.
    public func duration(
        _ name: String, default defaultValue: Duration, in range: ClosedRange<Duration>? = nil
    ) -> Duration {
        duration(name, in: range) ?? defaultValue
    }

    private static func duration(_ value: FlagValue) -> Duration? {
        if let seconds = Double(flagValue: value) { return duration(seconds) }
        guard case .string(let text) = value else { return nil }
        let units: [(suffix: String, seconds: Double)] = [
            ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
        ]
        for unit in units where text.hasSuffix(unit.suffix) {
            if let number = Double(text.dropLast(unit.suffix.count)) { return duration(number * unit.seconds) }
        }
        return nil
    }

    /// A duration of at least zero and at most a thousand years, which keeps all later arithmetic inside its range.
    private static func duration(_ seconds: Double) -> Duration? {
        (0...31_557_600_000).contains(seconds) ? .milliseconds(Int64((seconds * 1000).rounded())) : nil
    }

    // MARK: Helpers

    private func scalar<Value: FlagValueConvertible>(_ name: String, _ expected: String) -> Value? {
        guard let value = value(name) else { return nil }
        if let scalar = Value(flagValue: value) { return scalar }
        reject(name, "Expected \(expected), found \(Self.shown(value)).", mend: "Write \(expected).")
        return nil
    }

    func reportMissing(_ name: String, _ expected: String) {
        guard isUsable else { return }
        check.add(
            "missingSetting", at: pointer, "The setting \"\(name)\" is missing.", mend: "Add it: \(expected).")
    }

    /// A value in a message: scalars as they are, others by their kind.
    static func shown(_ value: FlagValue) -> String {
        switch value {
        case .array, .object: value.noun
        case .string: "the string \(value)"
        default: value.description
        }
    }
}
