// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest

extension Command {
    static let manifest = Command(
        "manifest", "Writes a flag manifest from the flags of a provider.",
        examples: [
            ("manifest --from halyard.json -o flags.json", "A new manifest of all flags."),
            ("manifest --merge flags.json -o flags.json", "Adds new flags, and keeps what is written there."),
        ],
        options: [.from, .client, .provider, .context, .timeout, .merge, .manifestFile],
        statuses: [
            (.success, "The manifest is written."), (.negative, "The manifest to merge with has errors."),
            (
                .undetermined,
                "The provider did not answer, the configuration cannot be used, or a file "
                    + "cannot be read or written."
            ),
        ]
    ) { invocation, host in
        try host.checkPlace(invocation.text(.manifestFile))
        let existing = try invocation.text(.merge).map { path throws(ToolError) in try ManifestFile(path, host) }
        let (flags, result) = try await ConfiguredFlags(invocation, host, file: .from).start()
        let table = flags.snapshot().state.flagSet?.table ?? FlagTable()
        await flags.shutdown()
        guard result.isReady else { throw ToolError.undetermined(result.complaint) }
        let known = table.keys.compactMap { table[$0] }.map { ($0.key, value: $0.declaredValue) }
        for (key, _) in known.filter(\.value.isNull) {
            host.note("warning: \(key): It has no value; it was left out.")
        }
        let merge = ManifestMerge(
            known.filter { !$0.value.isNull }.map { .init($0, default: JSONNode(flagValue: $1)) },
            into: existing?.bytes)
        for key in merge.refused {
            host.note("warning: \"\(key)\": No manifest can declare this flag; it was left out.")
        }
        _ = existing?.report(merge.problems, host)
        guard let text = merge.text else { return .negative }
        try host.write(text, to: invocation.text(.manifestFile), isJSON: true)
        if !merge.added.isEmpty {
            host.note(
                "Added \(merge.added.count.counted("flag")). Each default is the present value, which is all that a provider "
                    + "says: look through them.")
        }
        return .success
    }
}

extension EvaluatedFlag {
    /// The value that an app reads: the payload of the variant, such as Unleash's, or the flag's own value.
    fileprivate var declaredValue: FlagValue { variantValue.flatMap { $0.isNull ? nil : $0 } ?? value }
}

extension Option {
    fileprivate static let from = Option(
        "from", letter: "c", .file("FILE"), summary: "The configuration; without it, halyard.json in this folder.")
    fileprivate static let merge = Option(
        "merge", .file("FILE"), summary: "A manifest to add the flags to that it does not have.")
    fileprivate static let manifestFile = Option(
        "output", letter: "o", .file("FILE"), summary: "The manifest to write; without it, standard output.")
}
