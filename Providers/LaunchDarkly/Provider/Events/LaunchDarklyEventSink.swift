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
    private struct State {
        /// The client's mode, even if the service has refused the key.
        var mode = FlagRequest.Mode.offline
        var isRefused = false
    }

    private let delivery: EventDelivery<LaunchDarklyBatch>
    private let reports: SelfReports?
    private let events: LaunchDarklyEvents
    private let state = Lock(State())

    /// Creates a sink that sends nothing yet.
    ///
    /// - Parameters:
    ///   - events: What all clients of the provider share.
    ///   - delivery: Sends the events.
    ///   - reports: The provider's reports about itself; nil for none.
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
        case .modeChanged(let mode): change { $0.mode = mode }
        case .consentChanged(let isGiven):
            delivery.receive(event)
            reports?.setConsent(isGiven)
        default:
            // Without a key nothing is ever sent, which the provider reports.
            if events.hasKey { delivery.receive(event) }
        }
    }

    /// Sends nothing while the service refuses the key; waiting events are kept.
    func setRefused(_ isRefused: Bool) { change { $0.isRefused = isRefused } }

    private func change(_ change: (inout State) -> Void) {
        let mode = state.withLock { state in
            change(&state)
            return state.isRefused || !events.hasKey ? .offline : state.mode
        }
        delivery.receive(.modeChanged(mode))
        reports?.setMode(mode)
    }

    /// Sends the events that another client has stored, once the network may be used.
    func loadStored() { delivery.loadStored() }

    /// Records the outcome of opening a stream, for the report, if this sink makes it.
    package func noteStream(_ opening: LaunchDarklyStreamOpening) { reports?.noteStream(opening) }

    package func flush() async { await delivery.flush() }

    package func erase(_ context: EvaluationContext) async { await delivery.erase(context) }

    package func detach() async {
        reports?.setMode(.offline)
        await delivery.detach()
        events.remove(self)
    }

    /// Returns when the report for the next run of the app was written, or could not be.
    package func settleMemory() async { await reports?.settle() }
}
