// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The values of a context in the fields that rules use, read once.
final class LocalValues: Sendable {
    enum Value: Sendable {
        case missing
        /// The range of a string in ``LocalValues/texts``.
        case text(Range<Int>)
        case number(Double)
        case bool(Bool)
        /// The number of a version in ``LocalValues/versions``.
        case version(Int)
        /// The elements of a list, as indices into ``LocalValues/values``.
        case list(Range<Int>)
        /// A value that isn't equal to any other.
        case other

        var isMissing: Bool { if case .missing = self { true } else { false } }
    }

    /// The values of the fields, followed by the elements of lists.
    let values: [Value]
    /// The UTF-8 bytes of all strings, without separators.
    let texts: [UInt8]
    let versions: [SemanticVersion]
    /// A Boolean value that indicates whether LaunchDarkly accepts the context.
    let isValid: Bool

    /// Reads a context.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - reader: The reader that looks up the fields, or `nil` if LaunchDarkly doesn't accept the context.
    init(_ fields: [LocalField?], of reader: LocalContextReader?) {
        isValid = reader != nil
        guard let reader else {
            values = []
            texts = []
            versions = []
            return
        }
        var contents = LocalContents(fieldCount: fields.count)
        for (number, field) in fields.enumerated() {
            guard let field else { continue }
            if field.kind.isEmpty {
                contents.setList(number, reader.kinds.map { .string($0) }, as: field.form)
            } else if let value = reader.value(of: field) {
                contents.set(number, value, as: field.form)
            }
        }
        values = contents.values
        texts = contents.texts
        versions = contents.versions
    }
}

/// The contents that values refer to.
private struct LocalContents {
    var values: [LocalValues.Value]
    var texts: [UInt8] = []
    var versions: [SemanticVersion] = []

    init(fieldCount: Int) {
        values = Array(repeating: .missing, count: fieldCount)
        texts.reserveCapacity(16 * fieldCount)
    }

    mutating func set(_ number: Int, _ value: FlagValue, as form: LocalField.Form) {
        if case .array(let elements) = value, form != .position {
            setList(number, elements, as: form)
        } else {
            values[number] = self.value(value, as: form)
        }
    }

    mutating func setList(_ number: Int, _ elements: [FlagValue], as form: LocalField.Form) {
        let start = values.count
        for element in elements { values.append(value(element, as: form)) }
        values[number] = .list(start..<values.count)
    }

    private mutating func value(_ value: FlagValue, as form: LocalField.Form) -> LocalValues.Value {
        switch (form, value) {
        case (.value, .string(let text)), (.position, .string(let text)): return add(text)
        case (.value, .bool(let value)): return .bool(value)
        case (.value, .int(let number)), (.date, .int(let number)): return .number(Double(number))
        case (.value, .double(let number)), (.date, .double(let number)): return .number(number)
        case (.date, .string(let text)):
            return PreciseMoment(rfc3339: text.utf8).map { .number($0.milliseconds) } ?? .other
        case (.version, .string(let text)):
            guard let version = SemanticVersion(text, isLenient: true) else { return .other }
            versions.append(version)
            return .version(versions.count - 1)
        case (.position, .int(let number)): return add(String(number))
        case (.position, .double(let number)): return Int64(exactly: number).map { add(String($0)) } ?? .other
        default: return .other
        }
    }

    private mutating func add(_ text: String) -> LocalValues.Value {
        let start = texts.count
        texts.append(contentsOf: text.utf8)
        return .text(start..<texts.count)
    }
}

extension PreciseMoment {
    /// The milliseconds since 1970, with a fraction.
    var milliseconds: Double { Double(seconds) * 1000 + Double(nanoseconds) / 1_000_000 }
}
