// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension SettingsReader {
    // MARK: Scalars

    /// Returns a Boolean value, or its default value.
    public func bool(_ name: String, _ description: String? = nil, default defaultValue: Bool) -> Bool {
        read(name, description, "true or false", ["type": "boolean", "default": .bool(defaultValue)]) ?? defaultValue
    }

    /// Returns an integer, or its default value.
    public func int(
        _ name: String, _ description: String? = nil, default defaultValue: Int, in range: ClosedRange<Int>? = nil
    ) -> Int {
        number(name, description, "an integer", "integer", default: defaultValue, in: range)
    }

    /// Returns a number, or its default value.
    public func double(
        _ name: String, _ description: String? = nil, default defaultValue: Double,
        in range: ClosedRange<Double>? = nil
    ) -> Double {
        number(name, description, "a number", "number", default: defaultValue, in: range)
    }

    /// Returns a string, or `nil` if it is missing.
    ///
    /// The value can be a reference `{"$env": "NAME"}` or `{"$file": "path"}`, as for ``secret(_:_:)``.
    public func string(_ name: String, _ description: String? = nil) -> String? { text(name, description)?.value }

    /// Returns a string, or its default value.
    public func string(_ name: String, _ description: String? = nil, default defaultValue: String) -> String {
        string(name, description) ?? defaultValue
    }

    /// Returns a required string, or a placeholder if it is missing.
    public func requiredString(_ name: String, _ description: String? = nil) -> String {
        require(name, "a string")
        return string(name, description) ?? ""
    }

    /// Returns one of several words, or its default value.
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

    /// Returns one of several words that are known only at run time.
    ///
    /// Returns `nil` if it is missing, or if it is unknown, which is recorded as an error.
    ///
    /// - Parameters:
    ///   - name: Name of the setting.
    ///   - description: Description of the setting.
    ///   - what: Noun for the word, such as `bootstrap format`.
    ///   - known: Known words.
    public func choice(
        _ name: String, _ description: String? = nil, of what: String, among known: [String]
    ) -> String? {
        guard let text = text(name, description, SettingsForm.words(known)) else { return nil }
        if known.contains(text.value) { return text.value }
        rejectWord(name, what, among: known)
        return nil
    }

    /// Returns a list of strings, or its default value.
    public func strings(
        _ name: String, _ description: String? = nil, default defaultValue: [String] = []
    ) -> [String] {
        read(
            name, description, "an array of strings", write: "[\"…\", \"…\"]",
            ["type": "array", "items": ["type": "string"]]) ?? defaultValue
    }

    /// Returns strings by name, or an empty dictionary if the setting is missing.
    ///
    /// Each string can be a reference, as for ``secret(_:_:)``.
    ///
    /// - Parameters:
    ///   - name: Name of the setting.
    ///   - description: Description of the setting.
    ///   - example: Example for messages, such as `{"X-Gateway": "blue"}`.
    public func strings(_ name: String, _ description: String? = nil, example: String) -> [String: String] {
        let schema: FlagValue = ["type": "object", "additionalProperties": SettingsForm.text]
        guard let list = list(name, description, example: example, schema) else { return [:] }
        return list.memberNames.reduce(into: [:]) { texts, member in texts[member] = list.string(member) }
    }

    /// Returns values of any type by name, or an empty dictionary if the setting is missing.
    ///
    /// - Parameters:
    ///   - name: Name of the setting.
    ///   - description: Description of the setting.
    ///   - example: Example for messages, such as `{"new-nav": true}`.
    public func values(_ name: String, _ description: String? = nil, example: String) -> [String: FlagValue] {
        read(name, description, "an object", write: example, ["type": "object"]) ?? [:]
    }

    /// Returns the path of a file, resolved relative to the configuration's folder, or `nil` if it is missing.
    ///
    /// - Parameters:
    ///   - name: Name of the setting.
    ///   - description: Description of the setting.
    ///   - isWritten: A Boolean value that indicates whether the file will be written. An existing item that isn't a file is then
    ///     an error.
    public func path(_ name: String, _ description: String? = nil, isWritten: Bool = false) -> String? {
        guard let path = string(name, description).map(resolve) else { return nil }
        if isWritten {
            do throws(FileError) { try host.files.checkIsFile(path) } catch {
                addError(
                    name, "Can't write \(path): \(error.reason).", suggestion: "Use the path of a file.")
            }
        }
        return path
    }

    /// Returns the required path of a file, or a placeholder if it is missing.
    ///
    /// See ``path(_:_:isWritten:)``.
    public func requiredPath(_ name: String, _ description: String? = nil, isWritten: Bool = false) -> String {
        require(name, "the path of a file")
        return path(name, description, isWritten: isWritten) ?? ""
    }

    /// Returns the required path of a file to read.
    ///
    /// Records a warning if the file does not exist.
    func requiredFile(_ name: String, _ description: String) -> String {
        let path = requiredPath(name, description)
        guard !path.isEmpty else { return path }
        do throws(FileError) { _ = try host.files.stamp(of: path) } catch {
            builder.add(
                .missingFile, .warning, at: pointer.appending(name), "Can't read \(path): \(error.reason).",
                suggestion: "Check the path, or add the file.")
        }
        return path
    }

    // MARK: Durations

    /// Returns a duration, or `nil` if it is missing.
    ///
    /// The value is a number of seconds, or a string such as `"500ms"`, `"15s"`, `"5m"`, `"24h"`, or `"7d"`.
    public func duration(
        _ name: String, _ description: String? = nil, in range: ClosedRange<Duration>? = nil
    ) -> Duration? {
        let schema = SettingsForm.duration(range ?? Self.longRange)
        guard let value = value(name, description, schema) else { return nil }
        guard let duration = Self.duration(value) else {
            if Self.isNegative(value) {
                addError(name, "\(Self.shown(value)) is negative.", suggestion: "Use a duration of 0 or more.")
                return nil
            }
            addError(
                name, "Expected a duration, found \(Self.shown(value)).",
                suggestion: "Use seconds, or a number with a unit: \"500ms\", \"15s\", \"5m\", \"24h\", \"7d\".")
            return nil
        }
        check(name, duration, value.description, in: range, "a duration")
        return duration
    }

    /// Returns a duration, or its default value.
    public func duration(
        _ name: String, _ description: String? = nil, default defaultValue: Duration,
        in range: ClosedRange<Duration>? = nil
    ) -> Duration {
        duration(name, description, in: range) ?? defaultValue
    }

    /// Returns the duration for seconds, or for digits with a unit.
    ///
    /// Returns `nil` for any other value.
    package static func duration(_ value: FlagValue) -> Duration? {
        if let seconds = Double(flagValue: value) { return duration(seconds) }
        guard case .string(let text) = value else { return nil }
        let units: [(suffix: String, seconds: Double)] = [
            ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
        ]
        // Only digits with at most one point: `Double` also reads strings such as "1e3" and "0x10", which aren't durations.
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

    /// Returns a duration of 0 to 1,000 years, or `nil`.
    ///
    /// The limit prevents overflows in later arithmetic.
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

    /// Records an error if a value is outside its range.
    private func check<Value: Comparable>(
        _ name: String, _ value: Value, _ shown: String, in range: ClosedRange<Value>?, _ kind: String
    ) {
        guard let range, !range.contains(value) else { return }
        addError(
            name, "\(shown) is outside the range \(range.lowerBound) to \(range.upperBound).",
            suggestion: "Use \(kind) in that range.")
    }

    /// Returns a setting that is an object with values of one type.
    ///
    /// Returns `nil` if it is missing, or if it is invalid, which is recorded as an error.
    func list(
        _ name: String, _ description: String?, example: String, _ schema: @autoclosure @escaping () -> FlagValue
    ) -> SettingsReader? {
        let values: [String: FlagValue]? = read(name, description, "an object", write: example, schema())
        return values.map { child(.object($0), at: name, name: name) }
    }

    /// Returns a value for a message: scalars unchanged, other values as a noun.
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
