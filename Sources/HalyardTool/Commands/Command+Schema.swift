// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest

extension Command {
    static let schema = Command(
        "schema", "Prints the JSON Schema of configurations, manifests, or a command's JSON output.",
        examples: [
            (
                "schema > halyard.schema.json",
                "Writes the schema for \"$schema\" in a configuration, for completion and checks in editors."
            ),
            ("schema --output eval", "Prints the schema of the output of \"eval --json\"."),
        ],
        options: [.manifestSchema, .outputSchema], statuses: [(.success, "The schema is printed.")]
    ) { invocation, host in
        if let command = invocation.text(.outputSchema), invocation.isSet(.manifestSchema) {
            throw ToolError.usage("--manifest conflicts with --output \(command).", "Remove one of them.")
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
    fileprivate static let manifestSchema = Option("manifest", summary: "Prints the schema of flag manifests.")
    fileprivate static let outputSchema = Option(
        "output", .word("COMMAND", OutputSchema.all.keys.sorted()),
        summary: "Command whose JSON output the schema describes.")
}
