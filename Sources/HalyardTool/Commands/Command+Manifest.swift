// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest

extension Command {
    static let manifest = Command(
        "manifest", "Writes a flag manifest from a provider's flags.",
        examples: [
            ("manifest --from halyard.json -o flags.json", "Writes a new manifest of all flags."),
            ("manifest --merge flags.json -o flags.json", "Adds new flags and keeps the existing content."),
        ],
        options: [.from, .client, .provider, .context, .timeout, .merge, .manifestFile],
        statuses: [
            (.success, "The manifest is written."), (.negative, "The manifest to merge has errors."),
            (
                .undetermined,
                "The provider didn't respond, the configuration can't be used, or a file "
                    + "can't be read or written."
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
            host.note("warning: \(key): Skipped this flag, because it has no value.")
        }
        let merge = ManifestMerge(
            known.filter { !$0.value.isNull }.map { .init($0, default: JSONNode(flagValue: $1)) },
            into: existing?.bytes)
        for key in merge.refused {
            host.note("warning: \"\(key)\": Skipped this flag, because a manifest can't declare its key or value.")
        }
        _ = existing?.report(merge.problems, host)
        guard let text = merge.text else { return .negative }
        try host.write(text, to: invocation.text(.manifestFile), isJSON: true)
        if !merge.added.isEmpty {
            host.note(
                "Added \(merge.added.count.counted("flag")). Each default value is the provider's current value. "
                    + "Review them.")
        }
        return .success
    }
}

extension EvaluatedFlag {
    /// The value that an app reads: the payload of the variant, as in Unleash, or else the value of the flag.
    fileprivate var declaredValue: FlagValue { variantValue.flatMap { $0.isNull ? nil : $0 } ?? value }
}

extension Option {
    fileprivate static let from = Option(
        "from", letter: "c", .file("FILE"), summary: "Configuration file (default: halyard.json in this folder).")
    fileprivate static let merge = Option(
        "merge", .file("FILE"), summary: "Manifest to add missing flags to.")
    fileprivate static let manifestFile = Option(
        "output", letter: "o", .file("FILE"), summary: "Manifest to write (default: standard output).")
}
