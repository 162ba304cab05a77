// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A field of a context that rules use, in the form that they need.
struct ContextField: Hashable, Sendable {
    enum Form: Sendable {
        case text, lowercaseText, number, moment, version, address
    }

    let name: String
    let form: Form

    // Compared by bytes. Unleash also treats "é" with one scalar and with two scalars as different names.
    static func == (left: ContextField, right: ContextField) -> Bool {
        left.form == right.form && left.name.utf8.elementsEqual(right.name.utf8)
    }
}

/// The fields that a set of rules uses.
///
/// Each field has a number, which remains the same as long as a rule uses the field.
struct ContextFields: Sendable {
    /// The numbers of the fields that rollouts are sticky on by default.
    static let userId = 0, sessionId = 1

    /// The fields by number, with `nil` for a number that no field has.
    private(set) var fields: [ContextField?] = []
    /// The number of rules that use each field.
    private var uses: [Int] = []
    private var numbers: [ContextField: Int] = [:]
    private var freeNumbers: [Int] = []

    init() {
        _ = number(of: ContextField(name: "userId", form: .text))
        _ = number(of: ContextField(name: "sessionId", form: .text))
    }

    /// Returns the number of a field, and adds the field if it's new.
    ///
    /// ``removeUnused()`` removes it again, unless ``add(_:)`` has counted a use.
    mutating func number(of field: ContextField) -> Int {
        if let number = numbers[field] { return number }
        let number = freeNumbers.popLast() ?? fields.count
        if number == fields.count {
            fields.append(nil)
            uses.append(0)
        }
        fields[number] = field
        numbers[field] = number
        return number
    }

    /// Counts the fields that new rules use.
    mutating func add(_ numbers: [Int]) { for number in numbers { uses[number] += 1 } }

    /// Removes the fields of removed rules from the counts.
    mutating func remove(_ numbers: [Int]) { for number in numbers { uses[number] -= 1 } }

    /// Removes the fields that no rule uses, so that later fields can have their numbers.
    ///
    /// The default fields always remain.
    mutating func removeUnused() {
        for (field, number) in numbers where number > Self.sessionId && uses[number] == 0 {
            numbers[field] = nil
            fields[number] = nil
        }
        while let last = fields.last, last == nil {
            fields.removeLast()
            uses.removeLast()
        }
        freeNumbers = fields.indices.filter { fields[$0] == nil }
    }
}

/// The values of a context in the fields that rules use, read once.
final class ContextValues: Sendable {
    enum Value: Sendable {
        case missing
        /// The range of a string in ``ContextValues/texts``.
        case text(Range<Int>)
        case number(Double)
        case moment(PreciseMoment)
        /// The number of a version in ``ContextValues/versions``.
        case version(Int)
        case address(NetworkAddress)

        fileprivate var isMissing: Bool { if case .missing = self { true } else { false } }
    }

    let values: [Value]
    /// The UTF-8 bytes of all strings, without separators.
    let texts: [UInt8]
    let versions: [SemanticVersion]
    /// Random bits, which are the same for all reads of one snapshot.
    let dice: UInt64
    let context: EvaluationContext

    /// - Parameters:
    ///   - fields: The fields.
    ///   - reader: The reader that looks up the fields.
    ///   - now: The current time for rules about dates, if the context doesn't contain a time.
    ///   - dice: A closure that draws random bits. It receives whether the context has a user ID or session ID.
    init(
        _ fields: [ContextField?], of reader: ContextReader, now: Instant, dice: (_ hasIdentity: Bool) -> UInt64
    ) {
        var contents = ContextContents()
        contents.texts.reserveCapacity(16 * fields.count)
        values = fields.map { field in
            guard let field else { return .missing }
            return switch reader.value(of: field.name) {
            case nil: field.form == .moment && field.name == "currentTime" ? .moment(PreciseMoment(now)) : .missing
            case let value?: contents.value(value, as: field.form)
            }
        }
        (texts, versions) = (contents.texts, contents.versions)
        context = reader.context
        self.dice = dice(
            !values[ContextFields.userId].isMissing || !values[ContextFields.sessionId].isMissing)
    }
}

/// The contents that values refer to.
private struct ContextContents {
    var texts: [UInt8] = []
    var versions: [SemanticVersion] = []

    mutating func value(_ value: FlagValue, as form: ContextField.Form) -> ContextValues.Value {
        if case .int(let number) = value, form == .number { return .number(Double(number)) }
        let text = value.asText ?? ""
        switch form {
        case .text: return add(text)
        case .lowercaseText: return add(text.ruleLowercased)
        case .number: return RuleNumber.read(text).map { .number($0) } ?? .missing
        case .moment: return PreciseMoment(rfc3339: text.utf8).map { .moment($0) } ?? .missing
        case .version:
            guard let version = SemanticVersion(text) else { return .missing }
            versions.append(version)
            return .version(versions.count - 1)
        case .address: return NetworkAddress(text).map { .address($0) } ?? .missing
        }
    }

    private mutating func add(_ text: String) -> ContextValues.Value {
        let start = texts.count
        texts.append(contentsOf: text.utf8)
        return .text(start..<texts.count)
    }
}
