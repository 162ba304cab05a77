// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Reads flags from a manifest's nodes, and collects the problems.
struct ManifestReader {
    private let lines: TextLines
    /// The whole text, or `nil` if it isn't JSON.
    private(set) var root: JSONNode?
    private(set) var problems: [ManifestProblem] = []

    init(_ bytes: [UInt8]) {
        lines = TextLines(bytes)
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            report(.encoding, 0, [], "The file is encoded as UTF-16.", "Save the file as UTF-8.")
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
            expected("an object", root, [], "Use { \"flags\": { … } }.")
            return FlagManifest()
        }
        guard let flags = member("flags", of: root, []) else { return FlagManifest() }
        guard case .object(let members) = flags.content else {
            expected("an object of flags", flags, ["flags"], "Use { \"new-nav\": { … } }.")
            return FlagManifest()
        }
        // If two flags have the same name, the second one was reported.
        var keys: Set<String> = []
        return FlagManifest(flags: members.filter { keys.insert($0.name).inserted }.compactMap { flag($0) })
    }

    private mutating func flag(_ member: JSONNode.Member) -> FlagManifest.Flag? {
        let path = ["flags", member.name]
        let node = member.value
        if member.name.isEmpty {
            report(.emptyKey, member.offset, path, "Empty flag key.", "Use the flag's key in the provider.")
        }
        guard case .object(let members) = node.content else {
            expected("an object", node, path, #"Use { "flagType": "boolean", "defaultValue": false }."#)
            return nil
        }
        for member in members {
            // These required properties are reported as missing instead.
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
            expected("a string", value, path + ["flagType"], "Use one of \(all).")
            return nil
        }
        if let type = FlagType(rawValue: word) { return type }
        report(
            .unknownType, value.range.lowerBound, path + ["flagType"], "Unknown flag type \(value.summary).",
            KnownWords.suggestion(meant: FlagType.meant(by: word)?.rawValue, among: FlagType.allCases.map(\.rawValue)))
        return nil
    }

    private mutating func isDefault(_ value: JSONNode, of type: FlagType, _ path: [String]) -> Bool {
        switch (type, value.content) {
        case (.boolean, .bool), (.string, .string), (.object, .null), (.object, .bool), (.object, .string): return true
        case (.integer, .number):
            if value.integer != nil { return true }
            if let double = value.double, double.rounded() != double {
                expected("an integer", value, path, "Remove the fraction, or use the type \"float\".")
            } else {
                report(
                    .numberOutOfRange, value.range.lowerBound, path,
                    "Integer out of range: \(value.summary).",
                    "Use an integer that fits in 64 bits.")
            }
            return false
        case (.float, .number), (.object, .number), (.object, .array), (.object, .object):
            return holdsNumbersInRange(value, path)
        case (.boolean, _): expected("a Boolean", value, path, "Use true or false.")
        case (.string, _): expected("a string", value, path, "Use double quotes.")
        case (.integer, _): expected("an integer", value, path, "Use digits without quotes.")
        case (.float, _): expected("a number", value, path, "Use digits without quotes.")
        }
        return false
    }

    private mutating func holdsNumbersInRange(_ value: JSONNode, _ path: [String]) -> Bool {
        switch value.content {
        case .number where value.double == nil:
            report(
                .numberOutOfRange, value.range.lowerBound, path, "Number out of range: \(value.summary).",
                "Use a number up to about 1.8e308.")
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
    /// Returns the value of a required property, or reports that it is missing.
    private mutating func member(_ name: String, of node: JSONNode, _ path: [String]) -> JSONNode? {
        if let member = node.member(name) { return member.value }
        let nearest = NearestName.of(name, among: node.members.map(\.name))
        report(
            .missingMember, node.range.lowerBound, path, "Missing property \"\(name)\".",
            nearest.map { "Rename \(SwiftLiteral.string($0)) to \"\(name)\"." } ?? "Add it.")
        return nil
    }

    /// Returns the string value, or reports that the value is not a string.
    mutating func string(_ value: JSONNode, _ path: [String]) -> String? {
        if let string = value.string { return string }
        expected("a string", value, path, "Use double quotes.")
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
