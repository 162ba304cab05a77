// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The events that are owed to a service by one provider object, or by all objects that store unsent events in the same folder.
final class Ledger: @unchecked Sendable {
    // Only the simulation's thread uses it.
    var account = Account()
    /// The event payloads by identifier, with whether a client has seen each one arrive.
    var parcels: [String: Bool] = [:]
    /// A Boolean value that indicates whether the numbers don't have to match.
    ///
    /// They might not match if events were discarded, or if they might have been sent before a crash.
    var isForgiven = false
    /// A Boolean value that indicates whether clients can show flags that were stored for the same person with other attributes.
    ///
    /// LaunchDarkly's clients do so.
    var isStored = false

    /// The number of payloads that the client hasn't seen arrive, each of which it must have reported.
    var lostParcels: Int { parcels.values.count { !$0 } }
}

extension World {
    /// The events of the stored payloads, with the payloads' identifiers in the form that requests use.
    private var payloads: [(id: String, events: [FlagValue])] {
        files.all.compactMap { file in
            guard file.path.contains(".events"), !file.path.hasSuffix(".tmp"), let json = Reading.json(file.bytes),
                case .string(let id)? = json["id"], case .array(let events)? = json["events"]
            else { return nil }
            return (id.uppercased(), events.compactMap { $0["event"] })
        }
    }

    /// Returns the number of occurrences of each text in the stored events of a service's clients.
    func stored(for service: Service) -> [String: Int] {
        var texts: [String: Int] = [:]
        // A payload that was sent before counted at that time. The service recognizes it by its identifier.
        for (id, events) in payloads where service.ledger.parcels[id] == nil {
            for event in events {
                // Unleash receives one report, LaunchDarkly a list of events.
                let body = service is UnleashService ? event : .array([event])
                service.read(body) { text, count, _ in texts[text, default: 0] += count }
            }
        }
        return texts
    }

    /// Forgives the events in memory after the end of the process, but not the stored ones.
    func forgiveMemory() {
        for (_, service) in services {
            let stored = stored(for: service)
            service.ledger.account.forgive(butFor: stored)
            let kept = Set(payloads.map(\.id))
            for id in service.ledger.parcels.keys where !kept.contains(id) { service.ledger.parcels[id] = true }
            // A report of counts has no identifier, so a report that has arrived can arrive again.
            if service is UnleashService { service.ledger.isForgiven = true }
        }
    }

    /// Checks that the events of a service's clients have arrived, are stored, or were reported as dropped.
    func closeLedgers() {
        let kept = Set(payloads.map(\.id))
        for (name, service) in services.sorted(by: { $0.key < $1.key }) where violation == nil {
            let stored = stored(for: service)
            let missing = service.ledger.account.missing().map { ($0.text, $0.count - (stored[$0.text] ?? 0)) }
                .filter { $0.1 > 0 }
            if service.ledger.isForgiven { continue }
            let lost = service.ledger.parcels.count { !$0.value && !kept.contains($0.key) }
            if lost > reportedLosses, !hasErased {
                fail(.unreported, "\(name): \(lost) payloads were lost, \(reportedLosses) were reported")
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
