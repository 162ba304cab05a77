// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest

extension Command {
    static let schema = Command(
        "schema", "Prints the JSON Schema of configurations, of manifests, or of a command's JSON.",
        examples: [
            (
                "schema > halyard.schema.json",
                "For \"$schema\" in a configuration, so that editors complete and check it."
            ),
            ("schema --output eval", "What \"eval --json\" prints."),
        ],
        options: [.manifestSchema, .outputSchema], statuses: [(.success, "The schema is printed.")]
    ) { invocation, host in
        if let command = invocation.text(.outputSchema), invocation.isSet(.manifestSchema) {
            throw ToolError.usage("--manifest and --output \(command) are two schemas.", "Leave out one.")
        }
        if invocation.isSet(.manifestSchema) {
            host.answer(.document(FlagManifest.schema))
            return .success
        }
        let schema = invocation.text(.outputSchema).flatMap(OutputSchema.of) ?? ProviderRegistry(.known).schema
        host.answer(.json(schema))
        return .success
    }
}

extension Option {
    fileprivate static let manifestSchema = Option("manifest", summary: "The schema of flag manifests.")
    fileprivate static let outputSchema = Option(
        "output", .word("COMMAND", OutputSchema.all.keys.sorted()),
        summary: "The schema of what a command prints with --json.")
}
