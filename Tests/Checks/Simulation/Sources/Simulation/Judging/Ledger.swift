// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What a service is owed: by one provider object, or by all that store what they cannot send in the same place.
final class Ledger: @unchecked Sendable {
    // One thread.
    var account = Account()
    /// The parcels of events by their ids; whether a client has seen them arrive.
    var parcels: [String: Bool] = [:]
    /// Whether what was to be forgotten, or may have been sent before a crash, need not add up any more.
    var isForgiven = false
    /// Whether flags may be shown that were stored for the same person with other attributes, as LaunchDarkly's clients do.
    var isStored = false

    /// How many parcels the client has not seen arrive, each of which it must have reported.
    var lostParcels: Int { parcels.values.count { !$0 } }
}

extension World {
    /// The events of the payloads on the disk, by the payloads' identifiers as requests have them.
    private var payloads: [(id: String, events: [FlagValue])] {
        files.all.compactMap { file in
            guard file.path.contains(".events"), !file.path.hasSuffix(".tmp"), let json = Reading.json(file.bytes),
                case .string(let id)? = json["id"], case .array(let events)? = json["events"]
            else { return nil }
            return (id.uppercased(), events.compactMap { $0["event"] })
        }
    }

    /// How often each text stands in the events that a service's clients have stored.
    func stored(for service: Service) -> [String: Int] {
        var texts: [String: Int] = [:]
        // What was sent before, and will be known by its identifier, was counted then.
        for (id, events) in payloads where service.ledger.parcels[id] == nil {
            for event in events {
                // Unleash receives one report, LaunchDarkly a list of events.
                let body = service is UnleashService ? event : .array([event])
                service.read(body) { text, count, _ in texts[text, default: 0] += count }
            }
        }
        return texts
    }

    /// The process was killed: what was in memory is lost, what was stored is not.
    func forgiveMemory() {
        for (_, service) in services {
            let stored = stored(for: service)
            service.ledger.account.forgive(butFor: stored)
            let kept = Set(payloads.map(\.id))
            for id in service.ledger.parcels.keys where !kept.contains(id) { service.ledger.parcels[id] = true }
            // A report of counts that had arrived may come again: it has no identifier.
            if service is UnleashService { service.ledger.isForgiven = true }
        }
    }

    /// What the clients of a service have made must have arrived, be stored, or be reported as dropped.
    func closeLedgers() {
        let kept = Set(payloads.map(\.id))
        for (name, service) in services.sorted(by: { $0.key < $1.key }) where violation == nil {
            let stored = stored(for: service)
            let missing = service.ledger.account.missing().map { ($0.text, $0.count - (stored[$0.text] ?? 0)) }
                .filter { $0.1 > 0 }
            if service.ledger.isForgiven { continue }
            let lost = service.ledger.parcels.count { !$0.value && !kept.contains($0.key) }
            if lost > reportedLosses, !hasErased {
                fail(.unreported, "\(name): \(lost) parcels were lost, \(reportedLosses) were reported")
            }
            guard let (text, count) = missing.first else { continue }
            if reportedDrops == 0 { fail(.lost, "\(name): \(count) of \(text) never left, and nothing was reported") }
            let events = missing.filter { $0.0.hasPrefix("track") || $0.0.hasPrefix("each") }.reduce(0) { $0 + $1.1 }
            if events > reportedDrops {
                fail(.lost, "\(name): \(events) events are missing, \(reportedDrops) were reported, as \(text)")
            }
        }
    }
}
