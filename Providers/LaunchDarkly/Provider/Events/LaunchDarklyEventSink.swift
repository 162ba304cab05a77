// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardNetwork
import HalyardSupport

/// Sends one client's events to LaunchDarkly: identifications, evaluations, counts, custom events and aliases.
///
/// An `EventDelivery`, which pauses while the service refuses the key, and the provider's reports about itself. Safe to use from any
/// thread.
package final class LaunchDarklyEventSink: EventSink {
    private let delivery: EventDelivery<LaunchDarklyBatch>
    private let reports: SelfReports?
    private let events: LaunchDarklyEvents
    /// The client's mode, even if the service has refused the key.
    private let mode = Lock(FlagRequest.Mode.offline)

    /// Creates a sink that sends nothing yet.
    ///
    /// - Parameters:
    ///   - events: The events of all clients that share the provider.
    ///   - delivery: Sends the events.
    ///   - reports: The provider's reports about itself, or nil for none.
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
            if reportsAboutProvider { reports?.begin(id: events.newID(), hasConsent: feed.hasConsent) }
        case .modeChanged(let mode): setMode(mode)
        case .consentChanged(let isGiven):
            delivery.receive(event)
            reports?.setConsent(isGiven)
        default:
            // Without a key nothing is ever sent, which the provider reports.
            if events.hasKey { delivery.receive(event) }
        }
    }

    /// Sets the client's mode, or nil if only the service's refusal of the key has changed.
    ///
    /// Sends nothing while the service refuses the key. Waiting events are kept.
    func setMode(_ newMode: FlagRequest.Mode?) {
        let (now, uptime) = events.clocks
        // Under the lock, so that the newest mode is the last one to arrive.
        mode.withLock { mode in
            mode = newMode ?? mode
            let allowed = events.isRefused || !events.hasKey ? .offline : mode
            delivery.receive(.modeChanged(allowed))
            reports?.setMode(allowed, at: now, uptime: uptime)
        }
    }

    /// Sends the events that another client has stored, once the network may be used.
    func loadStored() { delivery.loadStored() }

    /// Records the outcome of opening a stream, for the report, if this sink makes it.
    package func noteStream(_ opening: LaunchDarklyStreamOpening) { reports?.noteStream(opening) }

    /// The number of failures to deliver, as in `EventDelivery`.
    var failures: Int { delivery.failures }

    package func flush() async { await delivery.flush() }

    package func erase(_ context: EvaluationContext) async { await delivery.erase(context) }

    package func detach() async {
        setMode(.offline)
        await delivery.detach()
        events.remove(self)
    }

    /// Returns when the report for the next run of the app was written, or could not be.
    package func settleMemory() async { await reports?.settle() }
}
