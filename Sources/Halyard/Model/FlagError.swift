// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What went wrong with a flag or a provider: a code for programs, and a sentence with a suggestion for people.
public struct FlagError: Error, Sendable, Hashable {
    /// The kind of error.
    public var code: ErrorCode
    /// What happened and what to do about it, in one or two sentences.
    ///
    /// Holds no secret.
    public var message: String
    /// The individual findings behind the error, such as each wrong line of a file.
    public var diagnostics: [Diagnostic]

    /// Makes an error.
    public init(_ code: ErrorCode, _ message: String, diagnostics: [Diagnostic] = []) {
        self.code = code
        self.message = message
        self.diagnostics = diagnostics
    }

    /// The error that a provider threw, as it is or wrapped as ``ErrorCode/general``.
    init(wrapping error: any Error) {
        self = error as? FlagError ?? FlagError(.general, String(describing: error))
    }
}

extension FlagError: CustomStringConvertible {
    /// The code and the message: `FLAG_NOT_FOUND: no flag named "x" …`.
    public var description: String { "\(code): \(message)" }
}
