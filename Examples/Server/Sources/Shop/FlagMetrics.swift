// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Metrics

/// A sink that adds reads to swift-metrics counters, one for each flag and variant.
///
/// Users aren't counted separately.
struct FlagMetrics: EventSink {
    var factory: any MetricsFactory = MetricsSystem.factory

    var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts) }

    func receive(_ event: FlagEvent) {
        switch event {
        case .counted(let summary): count(summary)
        case .tracked(let event): Counter(label: "shop.\(event.name)", factory: factory).increment()
        default: break
        }
    }

    private func count(_ summary: EvaluationSummary) {
        for entry in summary.entries {
            var dimensions = [("feature_flag.key", entry.key)]
            if let flag = entry.flag {
                let variant = flag.variant ?? Bool(flagValue: flag.value).map { $0 ? "on" : "off" }
                dimensions.append(("feature_flag.result.variant", variant ?? "none"))
                dimensions.append(("feature_flag.provider.name", flag.origin.provider ?? "none"))
            }
            Counter(label: "feature_flag.evaluations", dimensions: dimensions, factory: factory)
                .increment(by: entry.valueReads + entry.variantReads)
        }
    }
}
