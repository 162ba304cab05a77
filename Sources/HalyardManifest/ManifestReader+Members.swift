// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension ManifestReader {
    /// Reads the `swift` property, and compares it with the type and the default value.
    mutating func form(
        of node: JSONNode, _ path: [String], _ type: FlagType?, _ defaultValue: JSONNode?
    ) -> FlagManifest.SwiftForm {
        var form = FlagManifest.SwiftForm()
        guard let swift = node.member("swift")?.value else { return form }
        let inside = path + ["swift"]
        guard case .object(let members) = swift.content else {
            expected("an object", swift, inside, #"Use { "name": "newNav" }."#)
            return form
        }
        for member in members { warnIfUnknown(member, inside, known: ["name", "cases", "type"]) }
        if let name = swift.member("name")?.value { form.name = self.name(name, inside + ["name"]) }
        if let name = swift.member("type")?.value { form.type = self.type(name, inside + ["type"]) }
        if let cases = swift.member("cases")?.value { form.cases = self.cases(cases, inside + ["cases"]) }
        if let type, type != .string {
            for member in members where ["cases", "type"].contains(member.name) {
                report(
                    .wrongType, member.offset, inside + [member.name],
                    "Only string flags can have \"\(member.name)\", but this flag has the type \(type.rawValue).",
                    "Remove it, or declare the key yourself.")
            }
        } else if form.cases != nil, form.type != nil, let member = swift.member("type") {
            report(
                .collision, member.offset, inside + ["type"],
                "\"cases\" and \"type\" can't be combined.", "Remove one of them.")
        }
        if let cases = form.cases, let defaultValue {
            compare(defaultValue, with: cases.map(\.rawValue), path + ["defaultValue"])
        }
        return form
    }

    /// Warns of a name that might be misspelled.
    ///
    /// Ignores the app's other properties.
    mutating func warnIfUnknown(_ member: JSONNode.Member, _ path: [String], known: [String]) {
        guard !known.contains(member.name), let nearest = NearestName.of(member.name, among: known) else { return }
        report(
            .unknownMember, member.offset, path + [member.name],
            "Unknown property \(SwiftLiteral.string(member.name)).", "Did you mean \"\(nearest)\"?", .warning)
    }

    private mutating func compare(_ value: JSONNode, with cases: [String], _ path: [String]) {
        guard let text = value.string, !cases.contains(text) else { return }
        let nearest = NearestName.of(text, among: cases).map { "Did you mean \(SwiftLiteral.string($0))?" }
        report(
            .notACase, value.range.lowerBound, path, "The default value \(value.summary) isn't one of the cases.",
            nearest ?? "Add it to `swift.cases`.")
    }

    private mutating func name(_ node: JSONNode, _ path: [String]) -> String? {
        guard let name = string(node, path) else { return nil }
        if SwiftName.isMember(name) { return name }
        report(
            .badName, node.range.lowerBound, path,
            "\(SwiftLiteral.string(name)) isn't a valid Swift member name.",
            "Use a name such as \"\(SwiftName.member(for: name))\".")
        return nil
    }

    private mutating func type(_ node: JSONNode, _ path: [String]) -> String? {
        guard let name = string(node, path) else { return nil }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if parts.allSatisfy({ SwiftName.isMember(String($0)) }) { return name }
        report(
            .badName, node.range.lowerBound, path, "\(SwiftLiteral.string(name)) isn't a valid Swift type name.",
            "Use a name such as \"Theme\" or \"Design.Theme\".")
        return nil
    }

    private mutating func cases(_ node: JSONNode, _ path: [String]) -> [FlagManifest.Case]? {
        if node.content == .array([]) {
            report(
                .wrongType, node.range.lowerBound, path, "Expected an array of strings, found an empty array.",
                #"Use ["light", "dark"]."#)
            return nil
        }
        guard case .array(let elements) = node.content else {
            expected("an array of strings", node, path, #"Use ["light", "dark"]."#)
            return nil
        }
        var cases: [FlagManifest.Case] = []
        for (index, element) in elements.enumerated() {
            guard let text = string(element, path + [String(index)]) else { continue }
            if cases.contains(where: { $0.rawValue == text }) {
                report(
                    .duplicateName, element.range.lowerBound, path + [String(index)],
                    "Duplicate case \(element.summary).", "Remove one of them.")
            }
            cases.append(FlagManifest.Case(rawValue: text, position: position(element.range.lowerBound)))
        }
        return cases
    }

    /// Reads the known properties of `metadata`.
    ///
    /// Ignores the app's other properties.
    mutating func metadata(of node: JSONNode, _ path: [String]) -> (String?, CalendarDay?, Bool) {
        guard let metadata = node.member("metadata")?.value else { return (nil, nil, false) }
        let path = path + ["metadata"]
        guard case .object(let members) = metadata.content else {
            expected("an object", metadata, path, #"Use { "owner": "nav" }."#, .warning)
            return (nil, nil, false)
        }
        for member in members { warnIfUnknown(member, path, known: ["owner", "expires", "permanent"]) }
        var (owner, expires, isPermanent) = (String?.none, CalendarDay?.none, false)
        if let value = metadata.member("owner")?.value {
            owner = value.string
            if owner == nil { expected("a string", value, path + ["owner"], "Use double quotes.", .warning) }
        }
        if let value = metadata.member("expires")?.value {
            expires = value.string.flatMap { CalendarDay($0) }
            if expires == nil {
                report(
                    .badDate, value.range.lowerBound, path + ["expires"], "Expected a date, found \(value.summary).",
                    "Use the form \"2026-12-31\".", .warning)
            }
        }
        if let value = metadata.member("permanent")?.value {
            if case .bool(let value) = value.content {
                isPermanent = value
            } else {
                expected("a Boolean", value, path + ["permanent"], "Use true or false.", .warning)
            }
        }
        return (owner, expires, isPermanent)
    }
}
