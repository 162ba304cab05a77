// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardManifest

extension Command {
    static let generate = Command(
        "generate", "Writes a manifest's flags as typed keys in Swift.",
        operands: .init(
            "MANIFEST", 0...1, areFiles: true, summary: "The flag manifest; without it, flags.json in this folder."),
        examples: [
            ("generate flags.json -o Sources/App/FlagKeys.swift", "Writes the keys."),
            (
                "generate flags.json -o Sources/App/FlagKeys.swift --check",
                "Whether that was done since the manifest changed, for CI."
            ),
        ],
        options: [.swiftFile, .checkOnly, .access],
        statuses: [
            (.success, "The keys are written, or up to date."),
            (.negative, "The manifest has errors, or the file is not up to date."),
            (.undetermined, "A file cannot be read or written."),
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
            if let path { host.note("\(source.count.counted("key")) in \(path).") }
            return .success
        }
        guard let path else { throw ToolError.usage("--check needs the file to check.", "Add --output FILE.") }
        if try host.contents(of: path) == Array(text.utf8) { return .success }
        host.complain("\(path) is not what \(manifest.path) gives. Run the same command without --check.")
        return .negative
    }
}

extension Option {
    fileprivate static let swiftFile = Option(
        "output", letter: "o", .file("FILE"), summary: "The Swift file; without it, standard output.")
    fileprivate static let checkOnly = Option(
        "check", summary: "Writes nothing, and says whether the file is up to date.")
    fileprivate static let access = Option(
        "access", .word("WORD", KeySource.Access.allCases.map(\.rawValue)),
        summary: "Who can use the keys; internal by default.")
}
