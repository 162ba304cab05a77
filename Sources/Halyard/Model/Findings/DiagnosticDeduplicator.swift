// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reports each finding once: what an app does repeatedly is reported the first time.
///
/// Remembers the last thousand findings (about 100 KB), and reports an older one again. Safe to use from any thread.
public final class DiagnosticDeduplicator: Sendable {
    /// What a finding is about; two texts, because making one of them would allocate memory in a read.
    private struct Subject: Hashable {
        let code: String
        let name: String
    }

    /// The subjects of the last reports.
    private struct Reported {
        let capacity: Int
        /// Further subjects aren't reported, instead of replacing the oldest ones.
        let isFinal: Bool
        private var subjects: Set<Subject>
        /// The subjects in their order, as a ring.
        private var order: [Subject]
        private var oldest: Int

        init(capacity: Int, isFinal: Bool) {
            self.capacity = capacity
            self.isFinal = isFinal
            subjects = []
            order = []
            oldest = 0
        }

        /// Adds a subject in place of the oldest one.
        ///
        /// Returns false if it's there already.
        mutating func insert(_ subject: Subject) -> Bool {
            if isFinal, order.count == capacity { return false }
            guard subjects.insert(subject).inserted else { return false }
            if order.count < capacity {
                order.append(subject)
                return true
            }
            subjects.remove(order[oldest])
            order[oldest] = subject
            oldest = (oldest + 1) % capacity
            return true
        }
    }

    private let reported: Lock<Reported>
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes an instance that has reported nothing yet.
    ///
    /// - Parameter report: Receives findings, such as ``FlagChannel/report(_:)``.
    public init(report: @escaping @Sendable (Diagnostic) -> Void) {
        reported = Lock(Reported(capacity: 1000, isFinal: false))
        self.report = report
    }

    /// Creates an instance that reports only the first subjects, for names that an app can make up in a loop.
    init(first limit: Int, report: @escaping @Sendable (Diagnostic) -> Void) {
        reported = Lock(Reported(capacity: limit, isFinal: true))
        self.report = report
    }

    /// Reports a finding unless one with this code and subject was reported before; runs no app code.
    ///
    /// - Parameters:
    ///   - code: What kind of finding it is.
    ///   - name: What it is about.
    ///   - finding: Called the first time only. Returns nil to report nothing.
    public func callAsFunction(_ code: Diagnostic.Code, about name: String, _ finding: () -> Diagnostic?) {
        let subject = Subject(code: code.rawValue, name: name)
        if reported.withLock({ $0.insert(subject) }), let finding = finding() { report(finding) }
    }

    /// Reports a finding unless one with the same cause was reported before.
    ///
    /// Runs no code of the app.
    public func callAsFunction(_ finding: Diagnostic) {
        let cause = finding.cause ?? finding.message
        self(finding.code, about: [finding.subject, cause].compactMap(\.self).joined(separator: "\n")) { finding }
    }
}
