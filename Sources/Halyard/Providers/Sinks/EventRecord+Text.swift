// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventRecord: CustomStringConvertible {
    /// The event as one line with the time, the kind, the details, and the context.
    ///
    /// For example `2026-03-01T09:30:00.250Z exposure new-nav = true (on, TARGETING_MATCH, network: unleash) for user:a`.
    public var description: String { "\(time) \(kind) \(text)".onOneLine }

    private var text: String {
        switch event {
        case .evaluated(let evaluation): exposure(evaluation) + suffix("for", evaluation.context)
        case .counted(let summary): self.summary(summary) + suffix("for", summary.context)
        case .tracked(let event):
            ([event.name] + (event.data.isNull ? [] : [event.data.description])
                + (event.metric.map { ["\($0)"] } ?? []))
                .joined(separator: " ") + suffix("for", event.context)
        case .identified(let event): identity(event)
        case .changed(let changes, _): changes.map(\.description).joined(separator: ", ")
        // The initializer rejects these events.
        case .attached, .consentChanged, .modeChanged, .contextUsed: ""
        }
    }

    private func exposure(_ evaluation: Evaluation) -> String {
        let flag = evaluation.error == nil ? evaluation.flag : nil
        let facts = [
            flag?.variant, flag?.reason.rawValue, evaluation.flag?.origin.description, evaluation.error?.rawValue,
        ]
        let known = facts.compactMap(\.self).joined(separator: ", ")
        return "\(evaluation.key) = \(evaluation.value)" + (known.isEmpty ? "" : " (\(known))")
    }

    private func summary(_ summary: EvaluationSummary) -> String {
        let entries = summary.entries.map { "\($0.key) x\($0.valueReads + $0.variantReads)" }
        return (entries + (summary.omittedCount > 0 ? ["others x\(summary.omittedCount)"] : [])).joined(separator: ", ")
    }

    private func identity(_ event: IdentifyEvent) -> String {
        (detail.text(event.context) ?? "a context") + (event.previous.map { suffix("after", $0) } ?? "")
    }

    private func suffix(_ word: String, _ context: EvaluationContext) -> String {
        detail.text(context).map { " \(word) \($0)" } ?? ""
    }
}
