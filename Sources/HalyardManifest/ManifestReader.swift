// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Reads the flags out of a manifest's nodes, and collects what is wrong.
struct ManifestReader {
    private let lines: TextLines
    /// The whole text, or `nil` if it isn't JSON.
    private(set) var root: JSONNode?
    private(set) var problems: [ManifestProblem] = []

    init(_ bytes: [UInt8]) {
        lines = TextLines(bytes)
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            report(.encoding, 0, [], "The text is UTF-16.", "Save the file as UTF-8.")
            return
        }
        var scanner = JSONScanner(bytes, options: JSONReader.Options())
        do throws(JSONScanner.Fault) {
            root = try scanner.document { (scanner) throws(JSONScanner.Fault) in try node(&scanner, []) }
        } catch {
            problems.append(ManifestProblem(error.located(in: bytes)))
        }
    }

    mutating func manifest() -> FlagManifest {
        guard let root else { return FlagManifest() }
        guard case .object = root.content else {
            expected("an object", root, [], "Write { \"flags\": { … } }.")
            return FlagManifest()
        }
        guard let flags = member("flags", of: root, []) else { return FlagManifest() }
        guard case .object(let members) = flags.content else {
            expected("an object of flags", flags, ["flags"], "Write { \"new-nav\": { … } }.")
            return FlagManifest()
        }
        // Only the first of two flags with one name; the second was reported.
        var keys: Set<String> = []
        return FlagManifest(flags: members.filter { keys.insert($0.name).inserted }.compactMap { flag($0) })
    }

    private mutating func flag(_ member: JSONNode.Member) -> FlagManifest.Flag? {
        let path = ["flags", member.name]
        let node = member.value
        if member.name.isEmpty {
            report(.emptyKey, member.offset, path, "A flag has no name.", "Write the key that the provider knows.")
        }
        guard case .object(let members) = node.content else {
            expected("an object", node, path, #"Write { "flagType": "boolean", "defaultValue": false }."#)
            return nil
        }
        for member in members {
            // The two that are needed are reported as missing.
            guard !["flagType", "defaultValue"].contains(member.name) else { continue }
            warnIfUnknown(member, path, known: ["description", "swift", "metadata"])
        }
        let type = type(of: node, path)
        let defaultValue = self.member("defaultValue", of: node, path)
        let description = node.member("description").flatMap { string($0.value, path + ["description"]) }
        let form = form(of: node, path, type, defaultValue)
        let (owner, expires, isPermanent) = metadata(of: node, path)
        guard let type, let defaultValue, !member.name.isEmpty,
            isDefault(defaultValue, of: type, path + ["defaultValue"])
        else { return nil }
        return FlagManifest.Flag(
            key: member.name, type: type, defaultValue: defaultValue, description: description, form: form,
            owner: owner, expires: expires, isPermanent: isPermanent, position: position(member.offset))
    }

    private mutating func type(of node: JSONNode, _ path: [String]) -> FlagType? {
        guard let value = member("flagType", of: node, path) else { return nil }
        let all = KnownWords.list(FlagType.allCases.map(\.rawValue))
        guard let word = value.string else {
            expected("a string", value, path + ["flagType"], "Write one of \(all).")
            return nil
        }
        if let type = FlagType(rawValue: word) { return type }
        report(
            .unknownType, value.range.lowerBound, path + ["flagType"], "There is no type \(value.summary).",
            KnownWords.suggestion(meant: FlagType.meant(by: word)?.rawValue, among: FlagType.allCases.map(\.rawValue)))
        return nil
    }

    private mutating func isDefault(_ value: JSONNode, of type: FlagType, _ path: [String]) -> Bool {
        switch (type, value.content) {
        case (.boolean, .bool), (.string, .string), (.object, .null), (.object, .bool), (.object, .string): return true
        case (.integer, .number):
            if value.integer != nil { return true }
            if let double = value.double, double.rounded() != double {
                expected("an integer", value, path, "Write it without a fraction, or make the type \"float\".")
            } else {
                report(
                    .numberOutOfRange, value.range.lowerBound, path,
                    "The integer \(value.summary) needs more than 64 bits.",
                    "Write a smaller one.")
            }
            return false
        case (.float, .number), (.object, .number), (.object, .array), (.object, .object):
            return holdsNumbersInRange(value, path)
        case (.boolean, _): expected("a boolean", value, path, "Write true or false.")
        case (.string, _): expected("a string", value, path, "Write it in double quotes.")
        case (.integer, _): expected("an integer", value, path, "Write digits without quotes.")
        case (.float, _): expected("a number", value, path, "Write digits without quotes.")
        }
        return false
    }

    private mutating func holdsNumbersInRange(_ value: JSONNode, _ path: [String]) -> Bool {
        switch value.content {
        case .number where value.double == nil:
            report(
                .numberOutOfRange, value.range.lowerBound, path, "The number \(value.summary) is too large.",
                "The largest is about 1.8e308.")
            return false
        case .array(let elements):
            var isFine = true
            for (index, element) in elements.enumerated() {
                isFine = holdsNumbersInRange(element, path + [String(index)]) && isFine
            }
            return isFine
        case .object(let members):
            var isFine = true
            for member in members { isFine = holdsNumbersInRange(member.value, path + [member.name]) && isFine }
            return isFine
        default: return true
        }
    }
}

extension ManifestReader {
    /// The value of a member that is needed; reports one that is missing.
    private mutating func member(_ name: String, of node: JSONNode, _ path: [String]) -> JSONNode? {
        if let member = node.member(name) { return member.value }
        let nearest = NearestName.of(name, among: node.members.map(\.name))
        report(
            .missingMember, node.range.lowerBound, path, "There is no member \"\(name)\".",
            nearest.map { "Write \"\(name)\" for \(SwiftLiteral.string($0))." } ?? "Add it.")
        return nil
    }

    /// The string that a value has to be.
    mutating func string(_ value: JSONNode, _ path: [String]) -> String? {
        if let string = value.string { return string }
        expected("a string", value, path, "Write it in double quotes.")
        return nil
    }

    mutating func expected(
        _ what: String, _ value: JSONNode, _ path: [String], _ suggestion: String,
        _ severity: ManifestProblem.Severity = .error
    ) {
        report(
            .wrongType, value.range.lowerBound, path, "Expected \(what), found \(value.summary).", suggestion, severity)
    }

    mutating func report(
        _ code: ManifestProblem.Code, _ offset: Int, _ path: [String], _ message: String, _ suggestion: String,
        _ severity: ManifestProblem.Severity = .error
    ) {
        problems.append(
            ManifestProblem(
                code: code, severity: severity, position: position(offset),
                pointer: JSONPointer(steps: path).description, message: message, suggestion: suggestion))
    }

    func position(_ offset: Int) -> TextPosition { lines.position(of: offset) }
}
