// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The problems of a service, each of which is reported once, until something else happens: a value.
package struct ServiceProblems: Sendable {
    private let provider: String
    /// Why the last request failed.
    ///
    /// Nil if it didn't.
    package private(set) var failure: FlagError?
    private var findings: [Diagnostic] = []

    /// Creates a value without problems.
    ///
    /// - Parameter provider: The name of the provider that asks the service.
    package init(provider: String) { self.provider = provider }

    /// Records a failure, and returns the diagnostics to report: none if the failure before was the same.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - next: The time to the next attempt. Nil if it isn't known.
    ///   - isFinal: Whether there is no next attempt.
    package mutating func failed(_ error: FlagError, next: Duration?, isFinal: Bool = false) -> [Diagnostic] {
        let isNew = failure?.message != error.message
        failure = error
        if !isNew { return [] }
        let rest =
            isFinal ? " There will be no further attempt." : next.map { " The next attempt comes in \($0)." } ?? ""
        return [Diagnostic("fetchFailed", isFinal ? .error : .warning, subject: provider, error.message + rest)]
    }

    /// Records that the service answered as it should.
    package mutating func succeeded() { failure = nil }

    /// Returns what is wrong with an answer, unless it is the same as for the answer before.
    package mutating func unreported(_ findings: [Diagnostic]) -> [Diagnostic] {
        defer { self.findings = findings }
        return findings == self.findings ? [] : findings
    }
}
