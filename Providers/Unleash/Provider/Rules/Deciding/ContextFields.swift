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
typealias ContextFields = RuleNumbers<ContextField>

extension ContextFields {
    /// The numbers of the fields that rollouts are sticky on by default.
    static var userId: Int { 0 }
    static var sessionId: Int { 1 }

    init() { self.init([ContextField(name: "userId", form: .text), ContextField(name: "sessionId", form: .text)]) }
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
