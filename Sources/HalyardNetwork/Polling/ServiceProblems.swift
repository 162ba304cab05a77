// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The problems of a service, each of which is reported once, until something else happens: a value.
///
/// Failures of one kind are one problem, even if their messages differ. Messages of libcurl have times in them, for example.
package struct ServiceProblems: Sendable {
    private let provider: String
    /// Why the last request failed.
    ///
    /// Nil if it didn't.
    package private(set) var failure: FlagError?
    private var cause: String?
    private var findings: [Diagnostic] = []

    /// Creates a value without problems.
    ///
    /// - Parameter provider: The name of the provider that asks the service.
    package init(provider: String) { self.provider = provider }

    /// Records a failure, and returns the diagnostics to report: none if the failure before had the same cause.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - cause: The kind of failure: `status 401`.
    ///   - next: The time to the next attempt. Nil if it isn't known.
    ///   - isFinal: Whether there is no next attempt.
    package mutating func failed(
        _ error: FlagError, cause: String, next: Duration?, isFinal: Bool = false
    ) -> [Diagnostic] {
        let isNew = self.cause != cause
        failure = error
        self.cause = cause
        if !isNew { return [] }
        let rest =
            isFinal ? " There will be no further attempt." : next.map { " The next attempt comes in \($0)." } ?? ""
        return [
            Diagnostic(
                "fetchFailed", isFinal ? .error : .warning, subject: provider, error.message + rest, cause: cause)
        ]
    }

    /// Records that the service answered as it should.
    package mutating func succeeded() {
        failure = nil
        cause = nil
    }

    /// Returns what is wrong with an answer, unless it is the same as for the answer before.
    package mutating func unreported(_ findings: [Diagnostic]) -> [Diagnostic] {
        defer { self.findings = findings }
        return findings == self.findings ? [] : findings
    }
}
