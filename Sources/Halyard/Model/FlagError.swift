// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An error of a flag or a provider: a code for programs, and a message for people.
///
/// ```swift
/// if let error = flags.details(of: .newNav).error { print(error.code, error.message) }
/// ```
public struct FlagError: Error, Sendable, Hashable {
    /// The kind of error.
    public var code: ErrorCode
    /// The problem and its fix, in one or two sentences.
    ///
    /// It contains no secret.
    public var message: String
    /// The individual diagnostics behind the error, such as one for each invalid line of a file.
    public var diagnostics: [Diagnostic]

    /// Creates an error.
    public init(_ code: ErrorCode, _ message: String, diagnostics: [Diagnostic] = []) {
        self.code = code
        self.message = message
        self.diagnostics = diagnostics
    }

    /// Creates an error from the one that a provider threw, unchanged or wrapped as ``ErrorCode/general``.
    init(wrapping error: any Error) {
        self = error as? FlagError ?? FlagError(.general, String(describing: error))
    }
}

extension FlagError: CustomStringConvertible {
    /// The code and the message: `FLAG_NOT_FOUND: no flag named "x" …`.
    public var description: String { "\(code): \(message)" }
}
