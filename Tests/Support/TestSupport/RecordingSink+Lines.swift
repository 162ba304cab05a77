// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardTesting

extension RecordingSink {
    /// A line for each received call, in order.
    package var lines: [String] { calls.compactMap(\.line) }

    /// The consent changes, in order.
    package var consents: [Bool] {
        calls.compactMap { if case .receive(.consentChanged(let isGiven)) = $0 { isGiven } else { nil } }
    }

    /// The client's modes, in order.
    package var modes: [FlagRequest.Mode] {
        calls.compactMap { if case .receive(.modeChanged(let mode)) = $0 { mode } else { nil } }
    }

    /// Closes the client's counting window, as a vendor's sink does before it sends.
    package func closeWindow() {
        for case .receive(.attached(let feed)) in calls { feed.closeWindow() }
    }
}

extension RecordingSink.Call {
    /// A description of the call, or `nil` for a call that only attaches or detaches the sink.
    fileprivate var line: String? {
        switch self {
        case .receive(let event): event.line
        case .flush: "flush"
        case .erase(let context): "erase \(context)"
        case .detach: nil
        }
    }
}

extension FlagEvent {
    fileprivate var line: String? {
        switch self {
        case .evaluated(let evaluation):
            "evaluated \(evaluation.key) = \(evaluation.value) \(evaluation.target.rawValue) "
                + (evaluation.error?.rawValue ?? "ok")
        case .counted(let summary):
            "counted for \(summary.context): \(summary.entries.map(\.line).joined(separator: ", "))"
        case .tracked(let event):
            "tracked \(event.name) \(event.data) \(event.metric.map { "\($0)" } ?? "-") by \(event.context)"
        case .contextUsed(let use): "used \(use.context)"
        case .identified(let event):
            "\(event.isAlias ? "aliased" : "identified") \(event.context) after "
                + (event.previous?.description ?? "nobody")
        case .changed(let changes, _): "changed \(changes.keys.joined(separator: ", "))"
        case .attached, .consentChanged, .modeChanged: nil
        }
    }
}

extension EvaluationSummary.Entry {
    fileprivate var line: String {
        "\(key)=\(flag?.value ?? .null)/\(defaultValue) x\(valueReads)+\(variantReads)"
            + (error.map { " \($0)" } ?? "")
    }
}
