// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The Swift names of a manifest's flags.
package struct MemberNames: Sendable, Hashable {
    /// The member name of each key, without backticks.
    package private(set) var members: [String: String] = [:]
    /// The enumeration name of each key that has cases.
    private(set) var types: [String: String] = [:]
    /// The name collisions, in the order of the file.
    package private(set) var problems: [ManifestProblem] = []

    package init(of manifest: FlagManifest) {
        var firsts: [String: FlagManifest.Flag] = [:]
        // The app's types exist before any generated types.
        var typeUsers: [String: FlagManifest.Flag] = [:]
        for flag in manifest.flags {
            if let type = flag.form.type { typeUsers[type] = typeUsers[type] ?? flag }
        }
        for flag in manifest.flags {
            let name = flag.form.name ?? SwiftName.member(for: flag.key)
            members[flag.key] = name
            if let first = firsts[name] { report(flag, first, "named \(name)") }
            firsts[name] = firsts[name] ?? flag
            guard let cases = flag.form.cases else { continue }
            let type = SwiftName.type(forMember: name)
            types[flag.key] = type
            if let first = typeUsers[type], firsts[name]?.key == flag.key { report(flag, first, "of the type \(type)") }
            typeUsers[type] = typeUsers[type] ?? flag
            compare(cases, of: flag)
        }
    }

    private mutating func report(_ flag: FlagManifest.Flag, _ first: FlagManifest.Flag, _ what: String) {
        problems.append(
            ManifestProblem(
                code: .collision, severity: .error, position: flag.position,
                pointer: JSONPointer(steps: ["flags", flag.key]).description,
                message: "\(SwiftLiteral.string(first.key)) (line \(first.position.line)) and "
                    + "\(SwiftLiteral.string(flag.key)) would both be \(what) in Swift.",
                suggestion: "Add `swift.name` to one of them."))
    }

    private mutating func compare(_ cases: [FlagManifest.Case], of flag: FlagManifest.Flag) {
        var firsts: [String: String] = [:]
        for (index, one) in cases.enumerated() {
            let name = SwiftName.member(for: one.rawValue)
            guard let first = firsts.updateValue(one.rawValue, forKey: name), first != one.rawValue else { continue }
            problems.append(
                ManifestProblem(
                    code: .collision, severity: .error, position: one.position,
                    pointer: JSONPointer(steps: ["flags", flag.key, "swift", "cases", String(index)]).description,
                    message: "The cases \(SwiftLiteral.string(first)) and \(SwiftLiteral.string(one.rawValue)) would "
                        + "both be named \(name) in Swift.",
                    suggestion: "Declare the enumeration yourself, and set it as `swift.type`."))
        }
    }
}
