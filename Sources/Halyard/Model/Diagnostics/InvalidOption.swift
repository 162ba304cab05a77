// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An invalid option value of a provider, with the name of the option in configurations.
///
/// A provider finds all problems in one pass and reports them together:
/// ```swift
/// var problems: [InvalidOption] = []
/// if interval < .seconds(1) {
///     problems.append(InvalidOption("interval", "\(interval) is too short.", suggestion: "Write 1s or more."))
/// }
/// if token.isEmpty {
///     problems.append(InvalidOption("token", "The token is empty.", suggestion: "Write it, or leave it out."))
/// }
/// try InvalidOption.throwIfAny(problems)
/// ```
public struct InvalidOption: Sendable, Hashable {
    /// The name of the option.
    public var option: String
    /// The problem, as a sentence without secrets.
    public var message: String
    /// The suggested fix.
    public var suggestion: String

    /// Creates a problem.
    public init(_ option: String, _ message: String, suggestion: String = "") {
        (self.option, self.message, self.suggestion) = (option, message, suggestion)
    }

    /// Creates the problem of a value outside a range, or returns `nil` if it's in the range.
    public init?<Value: Comparable>(_ option: String, _ value: Value, in range: ClosedRange<Value>) {
        if range.contains(value) { return nil }
        self.init(
            option, "\(value) is outside the range \(range.lowerBound) to \(range.upperBound).",
            suggestion: "Use a value in that range.")
    }

    /// Throws all problems together, if there are any.
    ///
    /// The factory of a ``ComponentFactory`` can throw them. Each is recorded with its location in the configuration.
    public static func throwIfAny(_ problems: [InvalidOption]) throws(ConfigurationError) {
        guard !problems.isEmpty else { return }
        throw ConfigurationError(
            diagnostics: problems.map { problem in
                Diagnostic(
                    "invalidSetting", .error, location: .init(pointer: "/" + problem.option), problem.message,
                    suggestion: problem.suggestion)
            })
    }
}
