// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A flag of `test-flags.json`, with its result for an empty context.
struct FlagRow: Sendable, CustomStringConvertible {
    let flag: AskedFlag
    let value: FlagValue
    let variant: String?
    let reason: EvaluationReason

    private init(
        _ name: String, default defaultValue: FlagValue, _ value: FlagValue, _ variant: String?,
        _ reason: EvaluationReason
    ) {
        flag = AskedFlag(name: name, defaultValue: defaultValue)
        self.value = value
        self.variant = variant
        self.reason = reason
    }

    var description: String { flag.name }

    /// All flags, each with a default value that differs from the flag's value.
    static let all = [
        FlagRow("boolean-flag", default: false, true, "on", .static),
        FlagRow("boolean-disabled-flag", default: false, false, nil, .disabled),
        FlagRow("boolean-targeted-zero-flag", default: true, false, "zero", .default),
        FlagRow("boolean-zero-flag", default: true, false, "zero", .static),
        FlagRow("complex-targeted", default: "nobody", "EXTERNAL", "external", .default),
        FlagRow("float-flag", default: 0.25, 0.5, "half", .static),
        FlagRow("float-disabled-flag", default: 0.25, 0.25, nil, .disabled),
        FlagRow("float-targeted-zero-flag", default: 0.25, 0.0, "zero", .default),
        FlagRow("float-zero-flag", default: 0.25, 0.0, "zero", .static),
        FlagRow("integer-flag", default: 7, 10, "ten", .static),
        FlagRow("integer-disabled-flag", default: 7, 7, nil, .disabled),
        FlagRow("integer-targeted-zero-flag", default: 7, 0, "zero", .default),
        FlagRow("integer-zero-flag", default: 7, 0, "zero", .static),
        FlagRow("metadata-flag", default: false, true, "on", .static),
        FlagRow("null-default-flag", default: true, true, nil, .default),
        FlagRow("object-flag", default: ["a": 1], template, "template", .static),
        FlagRow("object-disabled-flag", default: ["a": 1], ["a": 1], nil, .disabled),
        FlagRow("object-targeted-zero-flag", default: ["a": 1], [:], "zero", .default),
        FlagRow("object-zero-flag", default: ["a": 1], [:], "zero", .static),
        FlagRow("string-flag", default: "ahoy", "hi", "greeting", .static),
        FlagRow("string-disabled-flag", default: "ahoy", "ahoy", nil, .disabled),
        FlagRow("string-targeted-zero-flag", default: "ahoy", "", "zero", .default),
        FlagRow("string-zero-flag", default: "ahoy", "", "zero", .static),
        FlagRow("undefined-default-flag", default: 7, 7, nil, .default),
        FlagRow("wrong-flag", default: "ahoy", "uno", "one", .static),
    ]

    private static let template: FlagValue = [
        "showImages": true, "title": "Check out these pics!", "imagesPerPage": 100,
    ]
}
