// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Makes an impression of each evaluation in one client that asks for one, and passes it to the provider's readers.
///
/// Without consent none is made, not even of evaluations that already wait. Safe to use from any thread.
final class UnleashImpressionSink: EventSink {
    private final class Consent: Sendable {
        let isGiven = Lock(true)
    }

    /// The evaluations that make an impression.
    let capabilities: SinkCapabilities
    private let readers: ImpressionReaders
    private let consent: Consent
    private let delivery: SerialDelivery<Evaluation>

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - mode: Which evaluations make an impression.
    ///   - readers: The readers of the impressions.
    ///   - random: The source of identifiers.
    ///   - context: Maps a context to the vendor's form, without what is private.
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
        let isVariant = evaluation.target == .variant
        self.init(
            eventId: eventId, kind: isVariant ? .getVariant : .isEnabled, featureName: evaluation.key,
            isEnabled: evaluation.flag?.value == .bool(true),
            variant: isVariant ? evaluation.flag?.variant ?? UnleashToggle.disabledVariant : nil,
            impressionData: evaluation.flag?.reporting.contains(.each), context: context, time: evaluation.time)
    }
}
