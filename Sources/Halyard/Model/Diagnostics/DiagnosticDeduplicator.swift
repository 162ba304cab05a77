// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A filter that reports each diagnostic once, even if the app repeats its cause.
///
/// It remembers the last thousand diagnostics (about 100 KB), and reports an older one again. It can be used from any thread.
public final class DiagnosticDeduplicator: Sendable {
    /// The subject of a diagnostic.
    ///
    /// It's two strings, because combining them would allocate memory in a read.
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

    /// Creates an instance that hasn't reported anything.
    ///
    /// - Parameter report: Receives diagnostics, such as ``FlagChannel/report(_:)``.
    public init(report: @escaping @Sendable (Diagnostic) -> Void) {
        reported = Lock(Reported(capacity: 1000, isFinal: false))
        self.report = report
    }

    /// Creates an instance that reports only the first subjects, for names that an app can make up in a loop.
    init(first limit: Int, report: @escaping @Sendable (Diagnostic) -> Void) {
        reported = Lock(Reported(capacity: limit, isFinal: true))
        self.report = report
    }

    /// Reports a diagnostic unless one with this code and subject was reported before.
    ///
    /// Doesn't call app code.
    ///
    /// - Parameters:
    ///   - code: The kind of diagnostic.
    ///   - name: The subject.
    ///   - diagnostic: Returns the diagnostic, or `nil` to report nothing. It's called only the first time.
    public func callAsFunction(_ code: Diagnostic.Code, about name: String, _ diagnostic: () -> Diagnostic?) {
        let subject = Subject(code: code.rawValue, name: name)
        if reported.withLock({ $0.insert(subject) }), let diagnostic = diagnostic() { report(diagnostic) }
    }

    /// Reports a diagnostic unless one with the same cause was reported before.
    ///
    /// Doesn't call app code.
    public func callAsFunction(_ diagnostic: Diagnostic) {
        let cause = diagnostic.cause ?? diagnostic.message
        self(diagnostic.code, about: [diagnostic.subject, cause].compactMap(\.self).joined(separator: "\n")) {
            diagnostic
        }
    }
}
