// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension BootstrapFormat {
    /// The format of an OFREP response, such as `{"flags": [{"key": "new-nav", "value": true, "reason": "STATIC"}]}`.
    ///
    /// Unreadable items are skipped and reported. If two flags have the same key, the last one applies.
    public static let ofrep = BootstrapFormat(
        name: "ofrep", shape: #"{"flags": [{"key": "<key>", "value": <value>, …}, …]}"#,
        recognizes: { document in
            if case .array? = document["flags"] { true } else { false }
        },
        read: { document, origin in
            guard let answer = OFREPAnswer(document, origin: origin) else { return Contents(flags: []) }
            return Contents(flags: answer.flags, diagnostics: answer.diagnostics.diagnostics)
        })
}
