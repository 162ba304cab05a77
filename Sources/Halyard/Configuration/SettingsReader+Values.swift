// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension SettingsReader {
    // MARK: Scalars

    /// A truth value.
    public func bool(_ name: String, _ description: String? = nil, default defaultValue: Bool) -> Bool {
        read(name, description, "true or false", ["type": "boolean", "default": .bool(defaultValue)]) ?? defaultValue
    }

    /// A whole number.
    public func int(
        _ name: String, _ description: String? = nil, default defaultValue: Int, in range: ClosedRange<Int>? = nil
    ) -> Int {
        number(name, description, "a whole number", "integer", default: defaultValue, in: range)
    }

    /// A number.
    public func double(
        _ name: String, _ description: String? = nil, default defaultValue: Double,
        in range: ClosedRange<Double>? = nil
    ) -> Double {
        number(name, description, "a number", "number", default: defaultValue, in: range)
    }

    /// A text; nil when it is absent.
    ///
    /// May be given as `{"$env": "NAME"}` or `{"$file": "path"}`, like ``secret(_:_:)``.
    public func string(_ name: String, _ description: String? = nil) -> String? { text(name, description)?.value }

    /// A text, or its default.
    public func string(_ name: String, _ description: String? = nil, default defaultValue: String) -> String {
        string(name, description) ?? defaultValue
    }

    /// A required text; a placeholder when it is absent.
    public func requiredString(_ name: String, _ description: String? = nil) -> String {
        require(name, "a string")
        return string(name, description) ?? ""
    }

    /// One of several words.
    public func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ description: String? = nil, default defaultValue: Choice
    ) -> Choice where Choice.RawValue == String {
        let words = Choice.allCases.map(\.rawValue)
        let schema = SettingsForm.words(words, default: defaultValue.rawValue)
        guard let text = text(name, description, schema) else { return defaultValue }
        if let choice = Choice(rawValue: text.value) { return choice }
        let nearest = text.nearest(among: words).map { "Did you mean \"\($0)\"?" }
        addError(name, "Expected one of \(KnownWords.list(words)), found \(text.shown).", suggestion: nearest ?? "")
        return defaultValue
    }

    /// One of several names that are known only at run time; nil when it is absent, or unknown, which is recorded.
    ///
    /// - Parameters:
    ///   - name: The member that holds the word.
    ///   - description: What the member is for.
    ///   - what: What the word should name: `bootstrap format`.
    ///   - known: The known words.
    public func choice(
        _ name: String, _ description: String? = nil, of what: String, among known: [String]
    ) -> String? {
        guard let text = text(name, description, SettingsForm.words(known)) else { return nil }
        if known.contains(text.value) { return text.value }
        rejectWord(name, what, among: known)
        return nil
    }

    /// A list of texts.
    public func strings(
        _ name: String, _ description: String? = nil, default defaultValue: [String] = []
    ) -> [String] {
        read(
            name, description, "an array of strings", write: "[\"…\", \"…\"]",
            ["type": "array", "items": ["type": "string"]]) ?? defaultValue
    }

    /// Texts by name, each of which may be given as a reference, like ``secret(_:_:)``; empty when the member is absent.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - description: What it is for.
    ///   - example: An example for messages: `{"X-Gateway": "blue"}`.
    public func strings(_ name: String, _ description: String? = nil, example: String) -> [String: String] {
        let schema: FlagValue = ["type": "object", "additionalProperties": SettingsForm.text]
        guard let list = list(name, description, example: example, schema) else { return [:] }
        return list.memberNames.reduce(into: [:]) { texts, member in texts[member] = list.string(member) }
    }

    /// An object of any values by name; empty when it is absent.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - description: What it is for.
    ///   - example: An example for messages: `{"new-nav": true}`.
    public func values(_ name: String, _ description: String? = nil, example: String) -> [String: FlagValue] {
        read(name, description, "an object", write: example, ["type": "object"]) ?? [:]
    }

    /// The path of a file, relative to the configuration's folder; nil when it is absent.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - description: What it is for.
    ///   - isWritten: Whether the file will be written, so that an existing item that is not a file is refused.
    public func path(_ name: String, _ description: String? = nil, isWritten: Bool = false) -> String? {
        guard let path = string(name, description).map(resolve) else { return nil }
        if isWritten {
            do throws(FileError) { try host.files.checkIsFile(path) } catch {
                addError(
                    name, "\(path) cannot be written: \(error.reason).", suggestion: "Name a file, or one to be made.")
            }
        }
        return path
    }

    /// A required path of a file; a placeholder when it is absent.
    ///
    /// See ``path(_:_:isWritten:)``.
    public func requiredPath(_ name: String, _ description: String? = nil, isWritten: Bool = false) -> String {
        require(name, "the path of a file")
        return path(name, description, isWritten: isWritten) ?? ""
    }

    /// A required path of a file that is read; if the file does not exist, that is a warning at its place.
    func requiredFile(_ name: String, _ description: String) -> String {
        let path = requiredPath(name, description)
        guard !path.isEmpty else { return path }
        do throws(FileError) { _ = try host.files.stamp(of: path) } catch {
            load.add(
                .missingFile, .warning, at: pointer.appending(name), "\(path) cannot be read: \(error.reason).",
                suggestion: "Fix the path, or put the file there.")
        }
        return path
    }

    // MARK: Durations

    /// A length of time: a number of seconds, or a text such as `"500ms"`, `"15s"`, `"5m"`, `"24h"`, `"7d"`; nil when it
    /// is absent.
    public func duration(
        _ name: String, _ description: String? = nil, in range: ClosedRange<Duration>? = nil
    ) -> Duration? {
        let schema = SettingsForm.duration(range ?? Self.longRange)
        guard let value = value(name, description, schema) else { return nil }
        guard let duration = Self.duration(value) else {
            if Self.isNegative(value) {
                addError(name, "\(Self.shown(value)) is negative.", suggestion: "Write a duration of 0 or more.")
                return nil
            }
            addError(
                name, "Expected a duration, found \(Self.shown(value)).",
                suggestion: "Write seconds, or a number with a unit: \"500ms\", \"15s\", \"5m\", \"24h\", \"7d\".")
            return nil
        }
        check(name, duration, Self.shown(value), in: range, "a duration")
        return duration
    }

    /// A length of time, or its default.
    public func duration(
        _ name: String, _ description: String? = nil, default defaultValue: Duration,
        in range: ClosedRange<Duration>? = nil
    ) -> Duration {
        duration(name, description, in: range) ?? defaultValue
    }

    /// A length of time as it is written: seconds, or digits with a unit; nil for anything else.
    package static func duration(_ value: FlagValue) -> Duration? {
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

    private func number<Number: FlagValueConvertible & Comparable>(
        _ name: String, _ description: String?, _ expected: String, _ type: FlagValue, default defaultValue: Number,
        in range: ClosedRange<Number>?
    ) -> Number {
        let schema = SettingsForm.number(type, default: defaultValue, in: range)
        guard let number: Number = read(name, description, expected, schema) else { return defaultValue }
        check(name, number, "\(number)", in: range, "a number")
        return number
    }

    /// Records a value that lies outside of its range.
    private func check<Value: Comparable>(
        _ name: String, _ value: Value, _ shown: String, in range: ClosedRange<Value>?, _ kind: String
    ) {
        guard let range, !range.contains(value) else { return }
        addError(
            name, "\(shown) lies outside of \(range.lowerBound) to \(range.upperBound).",
            suggestion: "Write \(kind) in that range.")
    }

    /// A member that is an object of like values by name; nil when it is absent, or wrong, which is recorded.
    func list(
        _ name: String, _ description: String?, example: String, _ schema: @autoclosure @escaping () -> FlagValue
    ) -> SettingsReader? {
        let values: [String: FlagValue]? = read(name, description, "an object", write: example, schema())
        return values.map { child(.object($0), at: name, name: name) }
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
