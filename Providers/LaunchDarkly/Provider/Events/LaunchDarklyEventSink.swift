// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardNetwork
import HalyardSupport

/// A sink that sends one client's events to LaunchDarkly: identifications, evaluations, counts, tracking events, and aliases.
///
/// It combines an `EventDelivery`, which pauses while the service rejects the key, with the provider's reports about itself.
/// You can use it from any thread.
package final class LaunchDarklyEventSink: EventSink {
    private let delivery: EventDelivery<LaunchDarklyBatch>
    private let reports: SelfReports?
    private let events: LaunchDarklyEvents
    /// The client's mode, even if the service has rejected the key.
    private let mode = Lock(FlagRequest.Mode.offline)

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - events: The events of all clients that share the provider.
    ///   - delivery: The delivery of the events.
    ///   - reports: The provider's reports about itself, or `nil` for none.
    init(_ events: LaunchDarklyEvents, _ delivery: EventDelivery<LaunchDarklyBatch>, _ reports: SelfReports?) {
        self.events = events
        self.delivery = delivery
        self.reports = reports
    }

    package var capabilities: SinkCapabilities { delivery.capabilities }

    package func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed):
            delivery.receive(event)
            let reportsAboutProvider = events.add(self)
            if reportsAboutProvider { reports?.beginReports(id: events.newID(), hasConsent: feed.hasConsent) }
        case .modeChanged(let mode): setMode(mode)
        case .consentChanged(let isGiven):
            delivery.receive(event)
            reports?.setConsent(isGiven)
        // The sink never sends events without a key, which the provider reports.
        case _ where !events.acceptsEvents: break
        case .evaluated(let evaluation):
            let prerequisites = events.prerequisites(of: evaluation)
            delivery.add { $0.add(evaluation, prerequisites: prerequisites) }
        default: delivery.receive(event)
        }
    }

    /// Sets the client's mode, or reapplies it if `newMode` is `nil`, because the service's rejection of the key has changed.
    ///
    /// Doesn't send events while the service rejects the key, and keeps waiting events.
    func setMode(_ newMode: FlagRequest.Mode?) {
        let (now, uptime) = events.clocks
        // This happens under the lock so that the newest mode arrives last.
        mode.withLock { mode in
            mode = newMode ?? mode
            let allowed = events.isRefused || !events.acceptsEvents ? .offline : mode
            delivery.receive(.modeChanged(allowed))
            reports?.setMode(allowed, at: now, uptime: uptime)
        }
    }

    /// Sends the events that another client has stored, when the network can be used.
    func loadStored() { delivery.loadStored() }

    /// Records the outcome of opening a stream if this sink reports about the provider.
    package func noteStream(_ opening: LaunchDarklyStreamOpening) { reports?.noteStream(opening) }

    /// The number of delivery failures, as in `EventDelivery`.
    var failures: Int { delivery.failures }

    package func flush() async { await delivery.flush() }

    package func erase(_ context: EvaluationContext) async { await delivery.erase(context) }

    package func detach() async {
        setMode(.offline)
        await delivery.detach()
        events.remove(self)
    }

    /// Waits until the report for the next launch has been written, or until writing it fails.
    package func settleMemory() async { await reports?.settle() }
}
