// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Encodes parcels, and sends each of them once.
struct ParcelSender: Sendable {
    let writer: EventWriter
    private let options: LaunchDarklyEventOptions
    private let requests: LaunchDarklyRequests
    private let transport: any HTTPTransport
    private let time: any TimeSource
    private let random: any RandomSource
    private let onDelivery: @Sendable (Delivery) -> Void

    init(
        _ options: LaunchDarklyEventOptions, _ requests: LaunchDarklyRequests, _ transport: any HTTPTransport,
        time: any TimeSource, random: any RandomSource, onDelivery: @escaping @Sendable (Delivery) -> Void
    ) {
        (self.options, self.requests, self.transport) = (options, requests, transport)
        (self.time, self.random, self.onDelivery) = (time, random, onDelivery)
        writer = EventWriter(requests.dialect, options)
    }

    func send(_ parcel: EventParcel) async -> EventMachine.Event {
        var parcel = parcel
        if parcel.request == nil { parcel.request = await request(&parcel) }
        guard let request = parcel.request else { return .answered(parcel, nil) }
        let once = Delivery.Policy(permanentStatuses: Delivery.Policy.launchDarkly.permanentStatuses, retryCount: 0)
        let limits = HTTPLimits(deadline: options.connectionTimeout)
        let delivery = await transport.send(request, retrying: once, within: limits, on: time)
        onDelivery(delivery)
        return .answered(parcel, delivery)
    }

    /// The request for a parcel, or nil when nothing in it can be encoded.
    private func request(_ parcel: inout EventParcel) async -> HTTPRequest? {
        if case .diagnostic(let event) = parcel.content {
            return await requests.diagnostic(JSONWriter.bytes(event), requests.dialect.era(of: .anonymous))
        }
        guard let payload = await payload(of: &parcel) else { return nil }
        return await requests.events(JSONWriter.bytes(.array(payload.events)), payloadID: payload.id, payload.era)
    }

    /// A parcel's encoded events, which never change afterwards; nil when none of them can be encoded.
    func payload(of parcel: inout EventParcel) async -> EventPayload? {
        if let payload = parcel.payload { return payload }
        switch parcel.content {
        case .diagnostic: return nil
        case .stored(let claim): parcel.payload = EventPayload(claim.events)
        case .events(let events, let counts, let era, let end):
            // Problems here are reported by the provider, which prepares the dialect first.
            _ = await requests.dialect.prepare(for: events.map(\.context) + counts.tallies.map(\.context))
            var batch = writer.write(events)
            writer.write(counts, era: era, end: end, to: &batch)
            (parcel.unsaid, parcel.unsaidReason) = (batch.unsaid, batch.reason)
            if batch.events.isEmpty { return nil }
            parcel.payload = EventPayload(id: random.uuid().uppercased(), era: era, events: batch.events)
        }
        return parcel.payload
    }
}
