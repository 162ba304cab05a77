// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("Guide samples: LaunchDarkly users and contexts")
struct UsersAndContextsTests {
    private func provider() throws -> LaunchDarklyProvider {
        try LaunchDarklyProvider(
            LaunchDarklyOptions(mobileKey: Secret("mob-1")), folder: "/none", files: InMemoryFileSystem())
    }

    @Test("Maps an evaluation context kind by kind")
    func neutral() throws {
        let context = EvaluationContext.user(
            "c3b155b0", ["name": "Ada", "address": ["street": "Main", "city": "Ulm"]]
        )
        .adding(.init("org", key: "acme", attributes: ["size": 120]))
        .keepingPrivate("name", "/address/street")
        #expect(
            try provider().mapping(of: context)?.output == [
                "kind": "multi", "org": ["key": "acme", "size": 120],
                "user": [
                    "key": "c3b155b0", "name": "Ada", "address": ["street": "Main", "city": "Ulm"],
                    "_meta": ["privateAttributes": ["/address/street", "name"]],
                ],
            ])
    }

    @Test("Passes on a LaunchDarkly context unchanged")
    func own() throws {
        var builder = LaunchDarklyContextBuilder(key: "c3b155b0")
        builder.name("Ada")
        builder.trySetValue("address", ["street": "Main", "city": "Ulm"])
        builder.addPrivateAttribute("/address/street")
        let user = try builder.build().get()
        let provider = try provider()
        var both = LaunchDarklyMultiContextBuilder()
        both.addContext(user)
        both.addContext(try LaunchDarklyContext(jsonText: #"{"kind":"org","key":"acme"}"#))
        let flags = FlagClient(provider: provider, context: try both.build().get().context)
        #expect(flags.mappings().mappings.map(\.output) == [try both.build().get().json])
    }
}
