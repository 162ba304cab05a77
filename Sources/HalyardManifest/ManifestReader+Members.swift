// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ManifestReader {
    /// Reads the member `swift`, and whether the default is one of its cases.
    mutating func form(
        of node: JSONNode, _ path: [String], _ type: FlagType?, _ defaultValue: JSONNode?
    ) -> FlagManifest.SwiftForm {
        guard let member = node.member("swift") else { return FlagManifest.SwiftForm() }
        let path = path + ["swift"]
        guard case .object(let members) = member.value.content else {
            expected("an object", member.value, path, #"Write { "name": "newNav" }."#)
            return FlagManifest.SwiftForm()
        }
        for member in members where !["name", "cases", "type"].contains(member.name) {
            guard let nearest = NearestName.of(member.name, among: ["name", "cases", "type"]) else { continue }
            report(
                .unknownMember, member.offset, path + [member.name],
                "The member \(SwiftLiteral.string(member.name)) has no meaning.", "Did you mean \"\(nearest)\"?",
                .warning)
        }
        var form = FlagManifest.SwiftForm()
        if let name = string("name", of: member.value, path) {
            form.name = self.name(name, member.value, path)
        }
        if let name = string("type", of: member.value, path) { form.type = self.type(name, member.value, path) }
        if let cases = member.value.member("cases")?.value { form.cases = self.cases(cases, path + ["cases"]) }
        for (part, name) in [(form.cases != nil, "cases"), (form.type != nil, "type")] where part && type != .string {
            guard let type, let value = member.value.member(name) else { continue }
            report(
                .wrongType, value.offset, path + [name],
                "Only strings can have \"\(name)\"; this flag is of type \(type.rawValue).",
                "Remove it, or declare the key by hand.")
        }
        if form.cases != nil, form.type != nil, let offset = member.value.member("type")?.offset {
            report(
                .collision, offset, path + ["type"], "The cases and a type of the app's own exclude each other.",
                "Remove one of them.")
        }
        if let cases = form.cases, let value = defaultValue, let text = value.string {
            let names = cases.map(\.rawValue)
            if !names.contains(text) {
                let nearest = NearestName.of(text, among: names).map { "Did you mean \(SwiftLiteral.string($0))?" }
                report(
                    .notACase, value.range.lowerBound, path.dropLast() + ["defaultValue"],
                    "The default \(value.summary) is none of the cases.", nearest ?? "Add it to `swift.cases`.")
            }
        }
        return form
    }

    private mutating func name(_ name: String, _ form: JSONNode, _ path: [String]) -> String? {
        if SwiftName.isMember(name) { return name }
        report(
            .badName, form.member("name")?.value.range.lowerBound ?? 0, path + ["name"],
            "\(SwiftLiteral.string(name)) cannot be a member's name in Swift.",
            "Write one such as \"\(SwiftName.member(for: name))\".")
        return nil
    }

    private mutating func type(_ name: String, _ form: JSONNode, _ path: [String]) -> String? {
        if name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ SwiftName.isMember(String($0)) }) {
            return name
        }
        report(
            .badName, form.member("type")?.value.range.lowerBound ?? 0, path + ["type"],
            "\(SwiftLiteral.string(name)) cannot be a type of the app's own.",
            "Write one such as \"Theme\" or \"Design.Theme\".")
        return nil
    }

    private mutating func cases(_ node: JSONNode, _ path: [String]) -> [FlagManifest.Case]? {
        guard case .array(let elements) = node.content, !elements.isEmpty else {
            expected("an array of strings", node, path, #"Write ["light", "dark"]."#)
            return nil
        }
        var cases: [FlagManifest.Case] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string else {
                expected("a string", element, path + [String(index)], "Write it in double quotes.")
                continue
            }
            if cases.contains(where: { $0.rawValue == text }) {
                report(
                    .duplicateName, element.range.lowerBound, path + [String(index)],
                    "The case \(element.summary) is there twice.", "Remove one of them.")
            }
            cases.append(FlagManifest.Case(rawValue: text, position: position(element.range.lowerBound)))
        }
        return cases
    }

    /// Reads the members of `metadata` that have a meaning; the others are the app's own.
    mutating func metadata(of node: JSONNode, _ path: [String]) -> (String?, CalendarDay?, Bool) {
        guard let metadata = node.member("metadata")?.value else { return (nil, nil, false) }
        let path = path + ["metadata"]
        guard case .object = metadata.content else {
            expected("an object", metadata, path, #"Write { "owner": "nav" }."#, .warning)
            return (nil, nil, false)
        }
        var (owner, expires, isPermanent) = (String?.none, CalendarDay?.none, false)
        if let value = metadata.member("owner")?.value {
            owner = value.string
            if owner == nil { expected("a string", value, path + ["owner"], "Write it in double quotes.", .warning) }
        }
        if let value = metadata.member("expires")?.value {
            expires = value.string.flatMap { CalendarDay($0) }
            if expires == nil {
                report(
                    .badDate, value.range.lowerBound, path + ["expires"], "Expected a date, found \(value.summary).",
                    "Write it as \"2026-12-31\".", .warning)
            }
        }
        if let value = metadata.member("permanent")?.value {
            if case .bool(let value) = value.content {
                isPermanent = value
            } else {
                expected("a boolean", value, path + ["permanent"], "Write true or false.", .warning)
            }
        }
        return (owner, expires, isPermanent)
    }
}
