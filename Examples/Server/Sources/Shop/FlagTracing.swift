// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Tracing

extension TelemetryHook {
    /// Adds each evaluation as an event to the span of the request that reads the flag.
    static let spans = TelemetryHook { event in
        guard let current = ServiceContext.current,
            let span = InstrumentationSystem.tracer.activeSpan(identifiedBy: current)
        else { return }
        let attributes = event.attributes.mapValues { value in
            SpanAttribute.string(String(flagValue: value) ?? value.description)
        }
        span.addEvent(SpanEvent(name: event.name, attributes: SpanAttributes(attributes)))
    }
}
