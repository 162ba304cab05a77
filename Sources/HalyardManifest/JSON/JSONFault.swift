// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What is wrong at one place of a JSON text.
struct JSONFault: Error {
    var code: ManifestProblem.Code
    var message: String
    var suggestion: String
    /// In bytes from the start of the text.
    var offset: Int
    var path: [String] = []
}
