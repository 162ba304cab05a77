// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Tracing

extension TelemetryHook {
    /// Adds each evaluation as an event to the span of the request that reads the flag.
    ///
    /// A flag that is on or off has no variant, so its value is reported; no other value is.
    static let spans = TelemetryHook(value: { Bool(flagValue: $0.value).map(FlagValue.bool) }) { event in
        guard let current = ServiceContext.current,
            let span = InstrumentationSystem.tracer.activeSpan(identifiedBy: current)
        else { return }
        let attributes = event.attributes.mapValues { value in
            SpanAttribute.string(String(flagValue: value) ?? value.description)
        }
        span.addEvent(SpanEvent(name: event.name, attributes: SpanAttributes(attributes)))
    }
}
