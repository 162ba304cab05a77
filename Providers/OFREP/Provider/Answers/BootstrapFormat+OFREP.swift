// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension BootstrapFormat {
    /// A server's answer about all flags: `{"flags": [{"key": "new-nav", "value": true, "reason": "STATIC"}]}`.
    ///
    /// An item that cannot be read is skipped and reported. Of two flags with the same key the last counts.
    public static let ofrep = BootstrapFormat(
        name: "ofrep", shape: #"{"flags": [{"key": "<key>", "value": <value>, …}, …]}"#,
        recognizes: { document in
            if case .array? = document["flags"] { true } else { false }
        },
        read: { document, origin in
            guard let answer = OFREPAnswer(document, origin: origin) else { return Contents(flags: []) }
            return Contents(flags: answer.flags, findings: answer.findings.findings)
        })
}
