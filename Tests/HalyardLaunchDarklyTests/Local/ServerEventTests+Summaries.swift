// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

extension ServerEventTests {
    /// Reads of flags, and the flags of the summary about them.
    struct SummaryCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The properties of `flags`.
        let flags: String
        let features: FlagValue
        let read: @Sendable (ServerEventWorld) async -> Void

        init(
            _ description: String, _ flags: String, _ features: FlagValue,
            read: @escaping @Sendable (ServerEventWorld) async -> Void = { $0.read(for: .user("a")) }
        ) {
            testDescription = description
            self.flags = flags
            self.features = features
            self.read = read
        }
    }

    /// Returns a flag of a summary, which has no default value if it was only a prerequisite.
    private static func feature(
        _ counter: FlagValue, of kinds: FlagValue = ["user"], default defaultValue: FlagValue? = "default"
    ) -> FlagValue {
        var members: [String: FlagValue] = ["contextKinds": kinds, "counters": [counter]]
        members["default"] = defaultValue
        return .object(members)
    }

    private static let once: FlagValue = ["count": 1, "value": "b", "variation": 1, "version": 7]
    private static let off: FlagValue = ["count": 1, "value": "c", "variation": 2, "version": 7]
    private static let flag = ServerEventWorld.served

    private static let summaries = [
        SummaryCase(
            "the kinds of contexts of each flag", #""f":{\#(flag)},"g":{\#(flag)}"#,
            [
                "f": feature(["count": 3, "value": "b", "variation": 1, "version": 7], of: ["org", "user"]),
                "g": feature(once),
            ]
        ) { server in
            server.read(for: .user("a"))
            server.read(for: .both("a", "b"))
            server.read(for: .org("b"))
            server.read("g", for: .user("a"))
        },
        SummaryCase(
            "nested prerequisites", prerequisites,
            ["f": feature(once), "p": feature(once, default: nil), "q": feature(once, default: nil)]),
        SummaryCase(
            "prerequisites of a flag that isn't tracked, up to the first that failed",
            #"""
            "f":{\#(flag),"prerequisites":[{"key":"p","variation":0},{"key":"q","variation":1}]},
            "p":{\#(flag)},"q":{\#(flag)}
            """#, ["f": feature(off), "p": feature(once, default: nil)]),
        SummaryCase(
            "no prerequisite that doesn't exist", #""f":{\#(flag),"prerequisites":[{"key":"p","variation":0}]}"#,
            ["f": feature(off)]),
        SummaryCase(
            "a flag without its excluded prerequisite",
            #"""
            "f":{\#(flag),"prerequisites":[{"key":"p","variation":1}]},
            "p":{\#(flag),"excludeFromSummaries":true}
            """#, ["f": feature(once)]
        ) { server in
            server.read(for: .user("a"))
            server.read("p", for: .user("a"))
        },
        SummaryCase(
            "a malformed flag", #""f":{\#(LocalSample.start),"fallthrough":{}}"#,
            ["f": feature(["count": 1, "value": "default", "version": 7])]),
        SummaryCase(
            "a read as another type", #""f":{\#(flag)}"#,
            ["f": feature(["count": 1, "value": false, "version": 7], default: false)]
        ) { _ = $0.client.snapshot(for: .user("a")).bool("f", default: false) },
        SummaryCase(
            "an unknown flag", "",
            ["none": feature(["count": 1, "unknown": true, "value": "default"])]
        ) { $0.read("none", for: .user("a")) },
        SummaryCase(
            "counts from before an erasure", "",
            ["none": feature(["count": 2, "unknown": true, "value": "default"])]
        ) { server in
            // The client drops the counts of its open window. The sink's counts don't identify anyone.
            server.world.count(
                .init(flag: nil, key: "none", defaultValue: "default", error: .flagNotFound, valueReads: 2),
                for: .anonymous)
            await server.client.erase(.anonymous)
        },
    ]

    @Test("Sends one summary of all contexts", arguments: summaries)
    func summary(row: SummaryCase) async throws {
        let server = try await ServerEventWorld(row.flags)
        await row.read(server)
        let summaries = try await server.events().filter { $0["kind"] == "summary" }
        #expect(
            summaries == [
                [
                    "kind": "summary", "startDate": .int(Self.start), "endDate": .int(Self.start),
                    "features": row.features,
                ]
            ])
        await server.client.shutdown()
    }
}
