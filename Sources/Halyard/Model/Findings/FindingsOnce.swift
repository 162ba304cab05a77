// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reports each finding once: what an app does repeatedly is reported the first time.
///
/// Remembers 100 subjects over all codes; findings beyond that are not reported. Safe to use from any thread.
public final class FindingsOnce: Sendable {
    /// What a finding is about; two texts, because making one of them would allocate memory in a read.
    private struct Subject: Hashable {
        let code: String
        let name: String
    }

    /// Further subjects are neither remembered nor reported.
    private static let capacity = 100

    private let reported = Lock<Set<Subject>>([])
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes an instance that has reported nothing yet.
    ///
    /// - Parameter report: Receives findings, such as ``FlagChannel/report(_:)``.
    public init(report: @escaping @Sendable (Diagnostic) -> Void) { self.report = report }

    /// Reports a finding unless one with this code and subject was reported before; runs no app code.
    ///
    /// - Parameters:
    ///   - code: What kind of finding it is.
    ///   - name: What it is about.
    ///   - finding: Called only if it is reported.
    public func callAsFunction(_ code: Diagnostic.Code, about name: String, _ finding: () -> Diagnostic) {
        let isNew = reported.withLock { reported in
            reported.count < Self.capacity && reported.insert(Subject(code: code.rawValue, name: name)).inserted
        }
        if isNew { report(finding()) }
    }
}
