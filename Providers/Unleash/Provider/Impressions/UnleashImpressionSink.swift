// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Creates impressions of one client's evaluations, and passes them to the provider's readers.
///
/// Without consent, it doesn't create any, even for evaluations that are already waiting. Safe to use from any thread.
final class UnleashImpressionSink: EventSink {
    private final class Consent: Sendable {
        let isGiven = Lock(true)
    }

    /// The evaluations that create an impression.
    let capabilities: SinkCapabilities
    private let readers: ImpressionReaders
    private let consent: Consent
    private let delivery: SerialDelivery<Evaluation>

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - mode: The evaluations that create an impression.
    ///   - readers: The readers of the impressions.
    ///   - random: The source of identifiers.
    ///   - context: A closure that maps a context to the Unleash format, without private attributes.
    init(
        _ mode: UnleashOptions.ImpressionMode, readers: ImpressionReaders, random: any RandomSource,
        context: @escaping @Sendable (EvaluationContext) -> UnleashContext
    ) {
        capabilities = SinkCapabilities(interest: mode == .all ? .every : .flagged, acceptsTrackingEvents: false)
        self.readers = readers
        let consent = Consent()
        self.consent = consent
        delivery = SerialDelivery { evaluation in
            guard consent.isGiven.withLock({ $0 }) else { return }
            readers.hand(
                { UnleashImpression(evaluation, eventId: random.uuid(), context: context(evaluation.context)) },
                of: evaluation.flag)
        }
    }

    func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): readers.attach(feed)
        case .consentChanged(let isGiven): consent.isGiven.withLock { $0 = isGiven }
        case .evaluated(let evaluation):
            delivery.add(evaluation)
            delivery.deliverSoon()
        default: break
        }
    }

    func flush() async {
        await delivery.settle()
        readers.reportLosses()
    }
}

extension UnleashImpression {
    fileprivate init(_ evaluation: Evaluation, eventId: String, context: UnleashContext) {
        let isVariant = evaluation.target == .payload
        self.init(
            eventId: eventId, kind: isVariant ? .getVariant : .isEnabled, featureName: evaluation.key,
            isEnabled: evaluation.flag?.value == .bool(true),
            variant: isVariant ? evaluation.flag?.variant ?? UnleashToggle.disabledVariant : nil,
            impressionData: evaluation.flag?.reporting.contains(.each), context: context, time: evaluation.time)
    }
}
