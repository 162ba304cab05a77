// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension BootstrapFormat {
    /// The format that ``RunRecorder`` writes.
    ///
    /// A bootstrap in this format contains the flags at the end of the run.
    ///
    /// ```json
    /// {"replay": 1, "sections": [{"at": 0, "flags": {}, "steps": [{"at": 120, "set": {"new-nav": {"value": true}}}]}]}
    /// ```
    public static let replay = BootstrapFormat(
        name: "replay", shape: #"{"replay": 1, "sections": [{"at": 0, "flags": {…}, "steps": […]}, …]}"#,
        recognizes: { document in
            guard case .array? = document["sections"], case .int? = document["replay"] else { return false }
            return true
        },
        read: { document, origin in
            let run = RecordedRun(document, origin: origin)
            return Contents(flags: run.sections.last.map { Array($0.lastFlags) } ?? [], diagnostics: run.diagnostics)
        })
}
