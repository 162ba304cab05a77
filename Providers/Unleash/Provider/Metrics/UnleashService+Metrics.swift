// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

extension UnleashService {
    /// Returns the event service that reports the number of reads of each flag.
    ///
    /// It sends one report soon after the start, so that the app appears in Unleash. Then it sends one at each interval while a
    /// client is in the foreground, and one at each flush.
    ///
    /// - Parameters:
    ///   - transport: The transport for the reports.
    ///   - interval: The time between reports, or zero to report only at a flush.
    ///   - initialDelay: The time until the first report, or zero to use the interval.
    ///   - random: The random source for the jitter of delays.
    ///   - reported: Called with the result of each report.
    func metrics(
        over transport: any HTTPTransport, every interval: Duration, initialDelay: Duration = .zero,
        random: any RandomSource, reported: @escaping @Sendable (UnleashReport) -> Void = { _ in }
    ) -> EventService {
        var service = EventService("unleash", noun: "Reads", transport: transport, time: time, random: random) {
            try await report($0.report)
        }
        service.interval = interval
        service.initialDelay = initialDelay > .zero ? min(initialDelay, interval) : nil
        service.sendsInBackground = false
        service.retry.retryCount = 0
        service.backoff = Backoff(
            base: max(interval, .seconds(1)), maximum: max(.seconds(300), interval), jitter: .equal)
        service.limits = limits
        service.advice = token.suggestionForMetrics
        service.didSend = { payload, delivery in reported(UnleashReport(payload.report, delivery)) }
        return service
    }
}

extension EventPayload {
    fileprivate var report: FlagValue { events.first?.json ?? .null }
}

extension UnleashReport {
    fileprivate init(_ body: FlagValue, _ delivery: SendResult) {
        switch delivery {
        case .delivered: self = .delivered(body)
        case .dropped(let head): self = .failed(.status(HTTPResponse(head)))
        case .failed(let failure): self = .failed(failure)
        }
    }
}
