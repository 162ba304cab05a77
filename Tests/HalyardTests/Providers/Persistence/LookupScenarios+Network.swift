// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

private let unconfirmed = "cached: The provider hasn't confirmed its flags yet."
private let failed = "The service responded with status 503."
private let late = "The provider didn't respond within 5.0 seconds."
private let day = Duration.seconds(86_400)

// Scenarios for reading flags, waiting for the network, and changing the context.
extension Scenario {
    static let reading = [
        Scenario(
            "sync lookup: fresh is served", .saved(5), .start(.persistenceUntilNetworkSuccess()), .reads(5, .persisted)),
        Scenario(
            "sync lookup: the fallback once it expired, checked anew by each read", .saved(5),
            .start(.persistenceUntilNetworkSuccess(persistenceTtl: 100)), .advance(.seconds(40)),
            .reads(5, .persisted, age: .seconds(100)), .advance(.milliseconds(1)), .misses(.providerNotReady)),
        Scenario(
            "sync lookup: never fetches", .saved(5), .start(.networkFirst()), .answer(6), .reads(6, .network),
            .reads(6, .network), .asked(1)),
        Scenario(
            "network values have no age limit", .saved(5), .start(.persistenceUntilNetworkSuccess()), .answer(6),
            .advance(day + day), .reads(6, .network, age: day + day)),
        Scenario(
            "reason: never loaded", .start(.networkFirst()), .misses(.providerNotReady)),
        Scenario(
            "reason: the key is missing in a fresh blob; the fallback at once, without a special fetch", .saved(nil),
            .start(.persistenceUntilNetworkSuccess()), .misses(.flagNotFound), .asked(1)),
        Scenario("reason: the fetch failed and nothing is loaded", .start(.networkFirst()), .fail, .misses(.general)),
        Scenario(
            "getAllVariants: the same gates, expired ones are left out", .saved(5),
            .start(.persistenceUntilNetworkSuccess(persistenceTtl: 100)), .all(["limit": 5]), .advance(.seconds(41)),
            .all([:])),
        Scenario(
            "getAllVariants: nothing is tracked", .start(.networkFirst()), .answer(5), .all(["limit": 5]),
            .all(["limit": 5]), .reads(5, .network), .counted(2)),
    ]

    static let waiting = [
        Scenario(
            "networkFirst waits although there is a blob",
            differs: "reads do not show it meanwhile either: fresh values are preferred until the network failed",
            .saved(5), .start(.networkFirst()), .misses(.providerNotReady), .timesOut("defaults: \(late)")),
        Scenario(
            "networkFirst falls back to the blob when the network fails", .saved(5), .start(.networkFirst()), .fail,
            .ends("cached: \(failed)"), .reads(5, .persisted)),
        Scenario(
            "networkFirst asks the network until it succeeds once",
            differs: "the app asks by refresh(), or the provider by itself; a read never does", .saved(5),
            .start(.networkFirst()), .fail, .refresh, .fail, .ends("failed: \(failed)"), .reads(5, .persisted),
            .refresh, .answer(6), .ends("completed"), .reads(6, .network), .asked(3)),
        Scenario(
            "networkFirst: a success is served, and the blob is never shown", .saved(5), .start(.networkFirst()),
            .answer(6), .ends("ready"), .reads(6, .network)),
        Scenario(
            "persistenceUntilNetworkSuccess serves at once", .saved(5), .start(.persistenceUntilNetworkSuccess()),
            .ends(unconfirmed), .reads(5, .persisted)),
        Scenario(
            "persistenceUntilNetworkSuccess asks the network once in the background", .saved(5),
            .start(.persistenceUntilNetworkSuccess()), .ends(unconfirmed), .reads(5, .persisted),
            .reads(5, .persisted), .asked(1)),
        Scenario(
            "persistenceUntilNetworkSuccess stops by itself after the first success", .saved(5),
            .start(.persistenceUntilNetworkSuccess()), .answer(6), .reads(6, .network), .reads(6, .network), .asked(1)),
        Scenario(
            "persistenceUntilNetworkSuccess goes on serving when the network fails", .saved(5),
            .start(.persistenceUntilNetworkSuccess()), .fail, .reads(5, .persisted), .status(.stale)),
        Scenario(
            "stale: a single lookup fetches",
            differs: "the client has asked already; start(within:) is what waits", .saved(5, age: day + day),
            .start(.persistenceUntilNetworkSuccess()), .answer(6), .ends("ready"), .reads(6, .network), .asked(1)),
        Scenario(
            "stale: getAllVariants fetches", differs: "the client has asked already; start(within:) is what waits",
            .saved(5, age: day + day), .start(.networkFirst()), .all([:]), .answer(6), .ends("ready"),
            .all(["limit": 6]), .asked(1)),
        Scenario(
            "stale and the fetch failed: the fallback", .saved(5, age: day + day),
            .start(.persistenceUntilNetworkSuccess()), .fail, .ends("defaults: \(failed)"), .misses(.general)),
        Scenario(
            "an empty fresh blob counts as ready", .saved(nil), .start(.persistenceUntilNetworkSuccess()),
            .ends(unconfirmed), .all([:])),
        Scenario(
            "an empty stale blob triggers a fetch", .saved(nil, age: day + day),
            .start(.persistenceUntilNetworkSuccess()), .answer(6), .ends("ready"), .reads(6, .network)),
        Scenario(
            "success clears the blob's mark: everything is from the network, and nothing expires", .saved(5),
            .start(.persistenceUntilNetworkSuccess(persistenceTtl: 100)), .answer(5), .advance(.seconds(500)),
            .reads(5, .network, age: .seconds(500))),
        Scenario(
            "concurrent requests share one flight, and each ends exactly once", .start(.networkFirst()), .joinStart,
            .answer(5), .ends("ready"), .joinEnds("ready"), .asked(1)),
    ]

    static let changing = [
        Scenario(
            "setContext keeps memory and disk, and fetches", .saved(5), .start(.persistenceUntilNetworkSuccess()),
            .setContext(.user("a", ["plan": "gold"])), .reads(5, .persisted), .stored(5), .asked(2)),
        Scenario(
            "setContext joins a fetch of the old context, whose flags are then reported",
            differs: "that is a defect; each context has a request of its own, and a late answer is dropped",
            .start(.networkFirst()), .setContext(.user("a", ["plan": "gold"])), .lateAnswer(5),
            .misses(.providerNotReady), .answer(6), .ends("completed"), .reads(6, .network), .asked(2)),
        Scenario(
            "identify with another id: results in flight are dropped, and it is asked anew",
            differs: "the record of the other identity stays, for its return", .saved(5), .start(.networkFirst()),
            .setContext(.user("b")), .lateAnswer(6), .misses(.providerNotReady), .answer(7), .reads(7, .network),
            .stop, .stored(5), .stored(7, for: .user("b"))),
        Scenario(
            "identify and back: each id finds its own flags", .saved(5), .saved(6, for: .user("b")),
            .start(.persistenceUntilNetworkSuccess()), .setContext(.user("b")), .reads(6, .persisted),
            .setContext(.user("a")), .reads(5, .persisted)),
        Scenario(
            "reset: memory is cleared, the blob deleted, and it is asked anew for nobody",
            .start(.persistenceUntilNetworkSuccess()), .answer(5), .erase(.user("a")), .nextRun, .lateAnswer(6),
            .misses(.providerNotReady), .stored(nil), .asked(2), .stop, .stored(nil)),
        Scenario(
            "opt-out: whoever waits is called back, and nothing is fetched any more",
            differs: "the app erases the identity and shuts down", .saved(5), .start(.networkFirst()), .stop,
            .ends("defaults: The client was shut down. Create a new one to read flags."), .asked(1)),
        Scenario(
            "tracking: the network is the source", .start(.networkFirst()), .answer(5),
            .reads(5, .network, age: .zero)),
        Scenario(
            "tracking: persistence is the source, with the moment of the fetch",
            differs: "origin and age of the flag, in details and to sinks; the policy knows the time to live",
            .saved(5, age: .seconds(90)), .start(.persistenceUntilNetworkSuccess()),
            .reads(5, .persisted, age: .seconds(90))),
        Scenario(
            "tracking: once more after each fetch",
            differs: "every read is counted, so there is nothing to be cleared", .start(.networkFirst()), .answer(5),
            .reads(5, .network), .counted(2), .refresh, .answer(5), .reads(5, .network), .counted(4)),
    ]
}
