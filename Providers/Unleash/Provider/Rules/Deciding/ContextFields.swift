// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A field of a context that rules look at, in the form that they need.
struct ContextField: Hashable, Sendable {
    enum Form: Sendable {
        case text, lowercaseText, number, moment, version, address
    }

    let name: String
    let form: Form

    // Compared by bytes: "é" in one character and in two are two names, to Unleash as well.
    static func == (left: ContextField, right: ContextField) -> Bool {
        left.form == right.form && left.name.utf8.elementsEqual(right.name.utf8)
    }
}

/// The fields that a set of rules looks at.
///
/// Each field has a number, which stays the same for as long as a rule uses the field.
struct ContextFields: Sendable {
    /// The numbers of the fields that rollouts are sticky on by default.
    static let userId = 0, sessionId = 1

    /// The fields by number, with `nil` for a number that no field has.
    private(set) var fields: [ContextField?] = []
    /// The number of rules that look at each field.
    private var uses: [Int] = []
    private var numbers: [ContextField: Int] = [:]
    private var freeNumbers: [Int] = []

    init() {
        _ = number(of: ContextField(name: "userId", form: .text))
        _ = number(of: ContextField(name: "sessionId", form: .text))
    }

    /// The number of a field, which is added if it is new.
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

    /// Counts the fields that new rules look at.
    mutating func add(_ numbers: [Int]) { for number in numbers { uses[number] += 1 } }

    /// Counts the fields that removed rules looked at.
    mutating func remove(_ numbers: [Int]) { for number in numbers { uses[number] -= 1 } }

    /// Removes the fields that no rule uses, so that later fields can have their numbers.
    ///
    /// The default fields remain in any case.
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

/// What a context has in the fields that rules look at, read once.
final class ContextValues: Sendable {
    enum Value: Sendable {
        case missing
        /// Where a text stands in ``ContextValues/texts``.
        case text(Range<Int>)
        case number(Double)
        case moment(PreciseMoment)
        /// The number of a version in ``ContextValues/versions``.
        case version(Int)
        case address(NetworkAddress)

        fileprivate var isMissing: Bool { if case .missing = self { true } else { false } }
    }

    let values: [Value]
    /// The texts, one behind the other.
    let texts: [UInt8]
    let versions: [SemanticVersion]
    /// Random bits for what is drawn: the same in all reads of one view.
    let dice: UInt64
    let context: EvaluationContext

    /// - Parameters:
    ///   - fields: The fields.
    ///   - reader: Looks them up.
    ///   - now: The moment that rules about time look at where the context names none.
    ///   - dice: Draws random bits, for a context that has a user id or session id or for one that has neither.
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

/// What values point to.
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
