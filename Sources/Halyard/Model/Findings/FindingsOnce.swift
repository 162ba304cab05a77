// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reports each finding once: what an app does again and again is reported the first time.
///
/// Remembers 100 subjects over all codes; what comes then is not reported. Safe to use from any thread.
public final class FindingsOnce: Sendable {
    /// What a finding is about; two texts, because making one of them would allocate memory in a read.
    private struct Subject: Hashable {
        let code: String
        let name: String
    }

    /// More than that is not remembered, and not reported.
    private static let capacity = 100

    private let reported = Lock<Set<Subject>>([])
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes a memory that is empty.
    ///
    /// - Parameter report: Where findings go, such as ``FlagChannel/report(_:)``.
    public init(report: @escaping @Sendable (Diagnostic) -> Void) { self.report = report }

    /// Reports a finding if nothing with this code and about this was reported before; runs no code of the app's.
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
