// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The problems of a service, each of which is reported once until the result changes.
///
/// Failures of one kind are one problem, even if their messages differ. For example, libcurl's messages contain durations.
package struct ServiceProblems: Sendable {
    private let provider: String
    /// The reason why the last request failed, or `nil` if it succeeded.
    package private(set) var failure: FlagError?
    private var cause: String?
    private var diagnostics: [Diagnostic] = []

    /// Creates a value without problems.
    ///
    /// - Parameter provider: The name of the provider that sends requests to the service.
    package init(provider: String) { self.provider = provider }

    /// Records a failure, and returns the diagnostics to report.
    ///
    /// Returns no diagnostics if the previous failure had the same cause.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - cause: The kind of failure, such as `status 401`.
    ///   - next: The time until the next attempt, or `nil` if it isn't known.
    ///   - isFinal: A Boolean value that indicates whether there are no more attempts.
    package mutating func failed(
        _ error: FlagError, cause: String, next: Duration?, isFinal: Bool = false
    ) -> [Diagnostic] {
        let isNew = self.cause != cause
        failure = error
        self.cause = cause
        if !isNew { return [] }
        let rest =
            isFinal ? " There will be no further attempt." : next.map { " Next attempt in \($0)." } ?? ""
        return [
            Diagnostic(
                "fetchFailed", isFinal ? .error : .warning, subject: provider, error.message + rest, cause: cause)
        ]
    }

    /// Records a successful response.
    package mutating func succeeded() {
        failure = nil
        cause = nil
    }

    /// Returns a response's diagnostics, or none if they are the same as the previous response's.
    package mutating func unreported(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        defer { self.diagnostics = diagnostics }
        return diagnostics == self.diagnostics ? [] : diagnostics
    }
}
