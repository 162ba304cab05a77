// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Settings {
    // MARK: Scalars

    /// A truth value.
    public func bool(_ name: String, default defaultValue: Bool) -> Bool {
        let value: Bool? = scalar(name, "true or false")
        form?.add(name, ["type": "boolean", "default": .bool(defaultValue)])
        return value ?? defaultValue
    }

    /// A whole number.
    public func int(_ name: String, default defaultValue: Int, in range: ClosedRange<Int>? = nil) -> Int {
        let value: Int? = scalar(name, "a whole number")
        form?.add(name, SettingsForm.integer(defaultValue, range))
        return checked(name, value ?? defaultValue, in: value == nil ? nil : range)
    }

    /// A number.
    public func double(_ name: String, default defaultValue: Double, in range: ClosedRange<Double>? = nil) -> Double {
        let value: Double? = scalar(name, "a number")
        form?.add(name, SettingsForm.number(defaultValue, range))
        return checked(name, value ?? defaultValue, in: value == nil ? nil : range)
    }

    /// A text; nil when it is absent.
    ///
    /// May be given as `{"$env": "NAME"}` or `{"$file": "path"}`, like ``secret(_:)``.
    public func string(_ name: String) -> String? { text(name)?.value }

    /// A text, or its default.
    public func string(_ name: String, default defaultValue: String) -> String { string(name) ?? defaultValue }

    /// A required text; a placeholder when it is absent.
    public func requiredString(_ name: String) -> String {
        if let text = string(name) { return text }
        if value(name) == nil { reportMissing(name, "a string") }
        return ""
    }

    /// One of several words.
    public func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, default defaultValue: Choice
    ) -> Choice where Choice.RawValue == String {
        let text = text(name)
        form?.add(name, SettingsForm.words(Choice.allCases.map(\.rawValue), default: defaultValue.rawValue))
        guard let text else { return defaultValue }
        if let choice = Choice(rawValue: text.value) { return choice }
        let words = Choice.allCases.map { "\"\($0.rawValue)\"" }
        reject(name, "Expected one of \(words.joined(separator: ", ")), found \(text.shown).")
        return defaultValue
    }

    /// One of several names that are known only at run time; nil when it is absent, or unknown, which is recorded.
    ///
    /// - Parameters:
    ///   - name: The member that holds the word.
    ///   - what: What the word should name: `bootstrap format`.
    ///   - known: The known words.
    public func word(_ name: String, _ what: String, among known: [String]) -> String? {
        let text = text(name)
        form?.add(name, SettingsForm.words(known))
        guard let text else { return nil }
        if known.contains(text.value) { return text.value }
        rejectWord(name, what, among: known)
        return nil
    }

    /// A list of texts.
    public func strings(_ name: String, default defaultValue: [String] = []) -> [String] {
        let value = value(name)
        form?.add(name, ["type": "array", "items": ["type": "string"]])
        guard let value else { return defaultValue }
        if let texts = [String](flagValue: value) { return texts }
        reject(name, "Expected an array of strings, found \(value.noun).", suggestion: "Write [\"…\", \"…\"].")
        return defaultValue
    }

    /// Texts by name, each of which may be given as a reference, like ``secret(_:)``; empty when the member is absent.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - example: An example for messages: `{"X-Gateway": "blue"}`.
    public func texts(_ name: String, example: String) -> [String: String] {
        let value = value(name)
        form?.add(name, ["type": "object", "additionalProperties": SettingsForm.text])
        guard let value else { return [:] }
        guard case .object = value else {
            reject(name, "Expected an object, found \(value.noun).", suggestion: "Write \(example).")
            return [:]
        }
        let list = child(value, at: name, name: name)
        return list.memberNames.reduce(into: [:]) { texts, member in texts[member] = list.string(member) }
    }

    /// An object of any values by name; empty when it is absent.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - example: An example for messages: `{"new-nav": true}`.
    public func values(_ name: String, example: String) -> [String: FlagValue] {
        let value = value(name)
        form?.add(name, ["type": "object"])
        guard let value else { return [:] }
        if case .object(let values) = value { return values }
        reject(name, "Expected an object, found \(value.noun).", suggestion: "Write \(example).")
        return [:]
    }

    /// The path of a file, relative to the configuration's folder; nil when it is absent.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - isWritten: Whether the file will be written, so that an existing item that is not a file is refused.
    public func path(_ name: String, isWritten: Bool = false) -> String? {
        guard let path = string(name).map(resolve) else { return nil }
        if isWritten {
            do throws(FileError) { try host.files.checkIsFile(path) } catch {
                reject(
                    name, "\(path) cannot be written: \(error.reason).", suggestion: "Name a file, or one to be made.")
            }
        }
        return path
    }

    /// A required path of a file; a placeholder when it is absent.
    ///
    /// See ``path(_:isWritten:)``.
    public func requiredPath(_ name: String, isWritten: Bool = false) -> String {
        if let path = path(name, isWritten: isWritten) { return path }
        if value(name) == nil { reportMissing(name, "the path of a file") }
        return ""
    }

    /// A required path of a file that is read; if the file does not exist, that is a warning at its place.
    func requiredFile(_ name: String) -> String {
        let path = requiredPath(name)
        guard !path.isEmpty, !load.isDescribing else { return path }
        do throws(FileError) { _ = try host.files.stamp(of: path) } catch {
            load.check.add(
                "missingFile", .warning, at: pointer.appending(name), "\(path) cannot be read: \(error.reason).",
                suggestion: "Fix the path, or put the file there.")
        }
        return path
    }

    // MARK: Durations

    /// A length of time: a number of seconds, or a text such as `"500ms"`, `"15s"`, `"5m"`, `"24h"`, `"7d"`; nil when it
    /// is absent.
    public func duration(_ name: String, in range: ClosedRange<Duration>? = nil) -> Duration? {
        let value = value(name)
        form?.add(name, SettingsForm.duration(range ?? Self.longRange))
        guard let value else { return nil }
        guard let duration = Self.duration(value) else {
            if Self.isNegative(value) {
                reject(name, "\(Self.shown(value)) is negative.", suggestion: "Write a duration of 0 or more.")
                return nil
            }
            reject(
                name, "Expected a duration, found \(Self.shown(value)).",
                suggestion: "Write seconds, or a number with a unit: \"500ms\", \"15s\", \"5m\", \"24h\", \"7d\".")
            return nil
        }
        if let range, !range.contains(duration) {
            reject(
                name, "\(Self.shown(value)) lies outside of \(range.lowerBound) to \(range.upperBound).",
                suggestion: "Write a duration in that range.")
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
        // Digits with at most one point: other texts that `Double` reads, such as "1e3" and "0x10", are not durations.
        for unit in units where text.hasSuffix(unit.suffix) {
            let digits = text.dropLast(unit.suffix.count)
            let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else { continue }
            if let number = Double(digits) { return duration(number * unit.seconds) }
        }
        return nil
    }

    private static func isNegative(_ value: FlagValue) -> Bool {
        if let seconds = Double(flagValue: value) { return seconds < 0 }
        guard case .string(let text) = value, text.hasPrefix("-") else { return false }
        return duration(.string(String(text.dropFirst()))) != nil
    }

    /// A duration of at least zero and at most a thousand years, which keeps all later arithmetic in range.
    private static func duration(_ seconds: Double) -> Duration? {
        (0...31_557_600_000).contains(seconds) ? .milliseconds(Int64((seconds * 1000).rounded())) : nil
    }

    private static let longRange = Duration.zero ... .seconds(31_557_600_000)

    // MARK: Helpers

    private func scalar<Value: FlagValueConvertible>(_ name: String, _ expected: String) -> Value? {
        guard let value = value(name) else { return nil }
        if let scalar = Value(flagValue: value) { return scalar }
        reject(name, "Expected \(expected), found \(Self.shown(value)).", suggestion: "Write \(expected).")
        return nil
    }

    /// A number; one outside of its range is recorded as an error.
    private func checked<Number: Comparable>(_ name: String, _ number: Number, in range: ClosedRange<Number>?) -> Number
    {
        if let range, !range.contains(number) {
            reject(
                name, "\(number) lies outside of \(range.lowerBound) to \(range.upperBound).",
                suggestion: "Write a number in that range.")
        }
        return number
    }

    func reportMissing(_ name: String, _ expected: String) {
        form?.require(name)
        guard isUsable else { return }
        load.check.add(
            "missingSetting", at: pointer, "The setting \"\(name)\" is missing.", suggestion: "Add it: \(expected).")
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

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension Settings {
    /// Records the problems of members that are present; for an absent member, its accessor has already recorded any error.
    public func reject(_ problems: [OptionProblem]) {
        for problem in problems where value(problem.option) != nil {
            reject(problem.option, problem.message, suggestion: problem.suggestion)
        }
    }
}
