// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

private let day = Duration.seconds(86_400)

// Scenarios for resolving the policy, and for loading and writing records.
extension Scenario {
    static let resolution = [
        Scenario(
            "factories keep what was asked, also at zero and below",
            .keeps(.networkFirst(persistenceTtl: 0), ttl: 0),
            .keeps(.persistenceUntilNetworkSuccess(persistenceTtl: -5), ttl: -5), .keeps(.networkFirst(), ttl: 86_400),
            .keeps(.persistenceUntilNetworkSuccess(), ttl: 86_400)),
        Scenario(
            "a time to live of zero or less becomes networkOnly",
            .policy(.networkFirst(persistenceTtl: 0), becomes: .networkOnly),
            .policy(.persistenceUntilNetworkSuccess(persistenceTtl: -0.5), becomes: .networkOnly),
            .policy(.networkFirst(persistenceTtl: 0.5), becomes: .networkFirst(persistenceTtl: 0.5))),
        Scenario(
            "a time to live that is not finite counts as a misconfiguration too",
            .policy(.networkFirst(persistenceTtl: .nan), becomes: .networkOnly),
            .policy(.persistenceUntilNetworkSuccess(persistenceTtl: .infinity), becomes: .networkOnly)),
        Scenario(
            "a policy that came down to networkOnly acts so, with a warning at init",
            .saved(5), .start(.networkFirst(persistenceTtl: 0)), .told(["persistenceTtl"]), .stored(nil), .fail,
            .misses(.general), .answer(6), .stop, .stored(nil)),
        Scenario(
            "the policy is resolved once, at init: one warning, however often the network is asked",
            .start(.networkFirst(persistenceTtl: -1)), .refresh, .setContext(.user("b")), .told(["persistenceTtl"])),
        Scenario(
            "networkOnly wipes what an earlier run stored", .saved(5), .saved(6, for: .user("b")), .start(.networkOnly),
            .stored(nil), .stored(nil, for: .user("b")), .misses(.providerNotReady)),
        Scenario(
            "networkOnly never writes", .start(.networkOnly), .answer(5), .reads(5, .network), .stop, .stored(nil)),
    ]

    static let loading = [
        Scenario(
            "missing: nothing is loaded", .start(.persistenceUntilNetworkSuccess()), .misses(.providerNotReady),
            .told([])),
        Scenario(
            "init loads and stamps: every variant says that it was persisted, and when", .saved(5),
            .start(.persistenceUntilNetworkSuccess()), .reads(5, .persisted, age: .seconds(60)), .status(.stale)),
        Scenario(
            "malformed JSON heals itself", .savedJSON("{\"identity\":"), .start(.persistenceUntilNetworkSuccess()),
            .misses(.providerNotReady), .told(["storedDamaged"]), .stored(nil)),
        Scenario(
            "a wrong shape heals itself", .savedText("[1, 2]\n"), .start(.persistenceUntilNetworkSuccess()),
            .misses(.providerNotReady), .told(["storedDamaged"]), .stored(nil)),
        Scenario(
            "a body that cannot be parsed is cleared",
            .savedJSON(
                "{\"identity\":\"\(EvaluationContext.user("a").identityDigest)\",\"savedAt\":1767225600000,"
                    + "\"snapshot\":{\"flags\":[]}}"),
            .start(.networkFirst()), .fail, .misses(.general), .told(["storedDamaged"]), .stored(nil)),
        Scenario(
            "another distinctId than the current one: not served, wiped",
            differs: "records of several identities lie side by side, and each is served to its own alone",
            .saved(5, for: .user("b")), .start(.persistenceUntilNetworkSuccess()), .misses(.providerNotReady),
            .stored(5, for: .user("b")), .told([])),
        Scenario(
            "the context does not matter, only the distinctId",
            differs: "the ETag belongs to the very context, so the provider does not go on with it",
            .saved(5, for: .user("a", ["plan": "gold"]), etag: "\"1\""), .start(.persistenceUntilNetworkSuccess()),
            .reads(5, .persisted), .resumes(etag: nil)),
        Scenario(
            "the id is read when the load is executed, not when it was ordered",
            differs: "each request carries its context from the start, and an overtaken one is not served",
            .saved(5), .saved(6, for: .user("b")), .storeHangs, .start(.persistenceUntilNetworkSuccess(), asked: false),
            .advance(.seconds(1)), .setContext(.user("b")), .storeGoesOn, .reads(6, .persisted), .stored(5)),
        Scenario(
            "a network result that landed first: the load is dropped", .saved(5), .storeHangs,
            .start(.persistenceUntilNetworkSuccess(), asked: false), .advance(.seconds(1)), .nextRun,
            .told(["storeSlow"]), .answer(7), .storeGoesOn, .reads(7, .network), .ends("ready")),
        Scenario(
            "expired is ignored", .saved(5, age: .seconds(86_401)), .start(.persistenceUntilNetworkSuccess()),
            .misses(.providerNotReady)),
        Scenario(
            "expiry leaves the disk as it is", .saved(5, age: .seconds(86_401)),
            .start(.persistenceUntilNetworkSuccess()), .fail, .stop, .stored(5)),
        Scenario(
            "older than the time to live is strict: at exactly that age it still holds", .saved(5, age: day),
            .start(.persistenceUntilNetworkSuccess()), .reads(5, .persisted), .advance(.milliseconds(1)),
            .misses(.providerNotReady)),
        Scenario(
            "persistedAt in the future counts as expired", .saved(5, age: .seconds(-1)),
            .start(.persistenceUntilNetworkSuccess()), .misses(.providerNotReady), .stored(5)),
        Scenario(
            "the record keeps the ETag beside the flags", .saved(5, etag: "\"1\""),
            .start(.persistenceUntilNetworkSuccess()), .resumes(etag: "\"1\""), .notModified, .reads(5, .network),
            .ends("cached: The provider hasn't confirmed its flags yet."), .status(.ready)),
        Scenario(
            "readiness: flags of either source count, so a client can be usable before any network answer", .saved(5),
            .start(.persistenceUntilNetworkSuccess()),
            .ends("cached: The provider hasn't confirmed its flags yet."), .status(.stale)),
    ]

    static let writing = [
        Scenario(
            "each successful fetch is stored, with the time of its end", .start(.networkFirst()), .advance(.seconds(3)),
            .answer(5), .advance(.seconds(4)), .stop, .stored(5, at: .seconds(4))),
        Scenario(
            "saved, loaded, deleted", .start(.networkFirst()), .answer(5), .stop, .stored(5),
            .start(.persistenceUntilNetworkSuccess()), .reads(5, .persisted), .stop, .start(.networkOnly),
            .stored(nil)),
        Scenario(
            "empty responses are written as well", .saved(5), .start(.networkFirst()), .answer(nil), .stop,
            .stored(.null)),
        Scenario(
            "the next success overwrites what had expired", .saved(5, age: .seconds(90_000)), .start(.networkFirst()),
            .answer(6), .stop, .stored(6)),
        Scenario(
            "only what passed the generation check is written", .saved(5), .start(.networkFirst()), .refresh,
            .lateAnswer(6), .stop, .stored(5)),
        Scenario(
            "the key is the distinctId captured when the request was sent", .start(.networkFirst()),
            .setContext(.user("b")), .lateAnswer(6), .answer(7), .stop, .stored(nil), .stored(7, for: .user("b"))),
        Scenario("failure touches nothing", .saved(5), .start(.networkFirst()), .fail, .stop, .stored(5)),
    ]
}
