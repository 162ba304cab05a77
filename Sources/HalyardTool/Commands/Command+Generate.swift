// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardManifest

extension Command {
    static let generate = Command(
        "generate", "Generates typed Swift keys from a flag manifest.",
        operands: .init(
            "MANIFEST", 0...1, areFiles: true, summary: "Flag manifest (default: flags.json in this folder)."),
        examples: [
            ("generate flags.json -o Sources/App/FlagKeys.swift", "Writes the keys."),
            (
                "generate flags.json -o Sources/App/FlagKeys.swift --check",
                "Checks in CI that the keys match the manifest."
            ),
        ],
        options: [.swiftFile, .checkOnly, .access],
        statuses: [
            (.success, "The keys are written or up to date."),
            (.negative, "The manifest has errors, or the file is out of date."),
            (.undetermined, "A file can't be read or written."),
        ]
    ) { invocation, host in
        let path = invocation.text(.swiftFile)
        if !invocation.isSet(.checkOnly) { try host.checkPlace(path) }
        let manifest = try ManifestFile(invocation.operands.first, host)
        let access = invocation.text(.access).flatMap(KeySource.Access.init) ?? .internal
        let source = KeySource(manifest: manifest.bytes, file: manifest.path, access: access)
        _ = manifest.report(source.problems, host)
        guard let text = source.text else { return .negative }
        guard invocation.isSet(.checkOnly) else {
            try host.write(text, to: path)
            if let path { host.note("Wrote \(source.count.counted("key")) to \(path).") }
            return .success
        }
        guard let path else { throw ToolError.usage("--check requires a file.", "Add --output FILE.") }
        if try host.contents(of: path) == Array(text.utf8) { return .success }
        host.complain("\(path) doesn't match \(manifest.path). Run the same command without --check.")
        return .negative
    }
}

extension Option {
    fileprivate static let swiftFile = Option(
        "output", letter: "o", .file("FILE"), summary: "Swift file to write (default: standard output).")
    fileprivate static let checkOnly = Option(
        "check", summary: "Checks whether the file is up to date, without writing it.")
    fileprivate static let access = Option(
        "access", .word("WORD", KeySource.Access.allCases.map(\.rawValue)),
        summary: "Access level of the keys (default: internal).")
}
