// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Tracing

extension TelemetryHook {
    /// A hook that adds each evaluation as an event to the span of the request.
    ///
    /// A Boolean flag has no variant, so the hook reports its value. It doesn't report other values.
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
