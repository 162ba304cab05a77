// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Turns evaluations into impressions and hands them to whoever listens, in order and never on the reading thread.
final class UnleashImpressionSink: EventSink {
    /// Which evaluations make an impression.
    let interest: EventInterest
    private let listeners: ImpressionListeners
    private let feeds = Lock(EventFeeds())
    /// What slow readers have lost and no one has reported, by reader.
    private let losses = Lock<[Int: Int]>([:])
    private let delivery: SerialDelivery<Evaluation>

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - mode: Which evaluations make an impression.
    ///   - random: Where the identifiers come from.
    ///   - context: The vendor's form of a context, without what is private.
    init(
        _ mode: UnleashOptions.ImpressionMode, random: any RandomSource,
        context: @escaping @Sendable (EvaluationContext) -> UnleashContext
    ) {
        interest = mode == .all ? .every : .flagged
        let listeners = ImpressionListeners()
        self.listeners = listeners
        delivery = SerialDelivery { evaluation in
            let handlers = listeners.handlers
            if handlers.isEmpty { return }
            let impression = UnleashImpression(
                evaluation, eventId: random.uuid(), context: context(evaluation.context))
            for (number, handler) in handlers { handler(impression, evaluation.flag, number) }
        }
    }

    /// How many impressions wait for a reader.
    private static let capacity = 1000

    /// The impressions from now on; of those that a slow reader leaves, the newest thousand are kept, and the others are
    /// counted and reported.
    func stream() -> AsyncStream<UnleashImpression> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: UnleashImpression.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let number = listeners.add { [weak self] impression, _, number in
            switch continuation.yield(impression) {
            case .dropped: self?.losses.withLock { $0[number, default: 0] += 1 }
            case .enqueued, .terminated: self?.reportLosses(of: number)
            @unknown default: break
            }
        }
        continuation.onTermination = { [weak self, listeners] _ in
            listeners.remove(number)
            self?.reportLosses(of: number)
        }
        return stream
    }

    /// Reports what one reader has lost, or all have.
    private func reportLosses(of reader: Int? = nil) {
        let count = losses.withLock { losses -> Int in
            if let reader { return losses.removeValue(forKey: reader) ?? 0 }
            defer { losses = [:] }
            return losses.values.reduce(0, +)
        }
        guard count > 0 else { return }
        let finding = Diagnostic(
            "eventsDropped", .warning,
            "Impressions dropped: \(count), the oldest. Only \(Self.capacity) wait for a reader.",
            mend: "Read them faster, or take them from a sink of the client.")
        for feed in feeds.withLock({ $0 }).all { feed.report(finding) }
    }

    func attach(_ feed: EventFeed) { feeds.withLock { $0.attach(feed) } }

    /// Calls a handler with each impression from now on, and the flag that was read.
    func listen(_ handler: @escaping @Sendable (UnleashImpression, Flag?) -> Void) {
        _ = listeners.add { impression, flag, _ in handler(impression, flag) }
    }

    func evaluated(_ evaluation: Evaluation) {
        delivery.add(evaluation)
        delivery.deliverSoon()
    }

    func flush() async {
        await delivery.settle()
        reportLosses()
    }

    func collecting(_ isAllowed: Bool) { listeners.setCollecting(isAllowed) }
}

/// Who listens to impressions, while there is consent.
private final class ImpressionListeners: Sendable {
    typealias Handler = @Sendable (UnleashImpression, Flag?, _ number: Int) -> Void

    private struct State {
        var handlers: [(number: Int, handler: Handler)] = []
        var last = 0
        var isCollecting = true
    }

    private let state = Lock(State())

    /// Who is to be told; nobody without consent.
    var handlers: [(number: Int, handler: Handler)] { state.withLock { $0.isCollecting ? $0.handlers : [] } }

    func add(_ handler: @escaping Handler) -> Int {
        state.withLock { state in
            state.last += 1
            state.handlers.append((state.last, handler))
            return state.last
        }
    }

    func remove(_ number: Int) { state.withLock { $0.handlers.removeAll { $0.number == number } } }

    func setCollecting(_ isAllowed: Bool) { state.withLock { $0.isCollecting = isAllowed } }
}

extension UnleashImpression {
    fileprivate init(_ evaluation: Evaluation, eventId: String, context: UnleashContext) {
        let isVariant = evaluation.facet == .variant
        self.init(
            eventId: eventId, kind: isVariant ? .getVariant : .isEnabled, featureName: evaluation.key,
            isEnabled: evaluation.flag?.value == .bool(true),
            variant: isVariant ? evaluation.flag?.variant ?? UnleashToggle.disabledVariant : nil,
            impressionData: evaluation.flag?.reporting.contains(.each), context: context, time: evaluation.time)
    }
}
