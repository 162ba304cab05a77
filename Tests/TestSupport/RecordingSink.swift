// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// A sink that writes down what it receives, one line for each call.
package final class RecordingSink: EventSink {
    private struct State {
        var lines: [String] = []
        var reads: [String: Int] = [:]
        var feed: EventFeed?
    }

    package let capabilities: SinkCapabilities
    private let state = Lock(State())

    package init(interest: SinkCapabilities.Interest = .flagged) {
        capabilities = SinkCapabilities(interest: interest)
    }

    /// What was heard, in order.
    package var lines: [String] { state.withLock { $0.lines } }

    /// How many reads of each key the summaries add up to.
    package var reads: [String: Int] { state.withLock { $0.reads } }

    /// Closes the client's counting window, as a vendor's sink does before it sends.
    package func closeWindow() { state.withLock { $0.feed }?.closeWindow() }

    package func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): state.withLock { $0.feed = feed }
        case .evaluated(let evaluation):
            let result = evaluation.error?.rawValue ?? "ok"
            add("evaluated \(evaluation.key) = \(evaluation.value) \(evaluation.facet.rawValue) \(result)")
        case .counted(let summary): add(summary)
        case .tracked(let event):
            add("tracked \(event.name) \(event.data) \(event.metric.map { "\($0)" } ?? "-") by \(event.context)")
        case .identified(let event):
            let verb = event.isAlias ? "aliased" : "identified"
            add("\(verb) \(event.context) after \(event.previous.map(\.description) ?? "nobody")")
        case .changed(let changes, _): add("changed \(changes.keys.joined(separator: ", "))")
        case .consentChanged, .modeChanged: break
        }
    }

    private func add(_ summary: EvaluationSummary) {
        let entries = summary.entries.map { entry in
            "\(entry.key)=\(entry.flag?.value ?? .null)/\(entry.fallback) x\(entry.valueReads)+\(entry.variantReads)"
                + (entry.error.map { " \($0)" } ?? "")
        }
        state.withLock { state in
            for entry in summary.entries { state.reads[entry.key, default: 0] += entry.valueReads + entry.variantReads }
        }
        add("counted for \(summary.context): \(entries.joined(separator: ", "))")
    }

    package func flush() async { add("flush") }

    package func erase(_ context: EvaluationContext) async { add("erase \(context)") }

    private func add(_ line: String) { state.withLock { $0.lines.append(line) } }
}
