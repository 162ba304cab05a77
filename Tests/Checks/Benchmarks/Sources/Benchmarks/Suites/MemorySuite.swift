// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Suite {
    private static let clients = "100 clients"
    private static let readers = "100 swift-configuration readers"
    private static let names = (0..<100).map(Payload.name)

    /// The memory of a started client, which matters for servers with one client per tenant.
    static let memory = Suite(
        rows: [
            Row(
                name: "memory of 100 started clients with 100 flags each", measure: .memory, work: clients,
                limit: .atMost(15_000_000)),
            Row(
                name: "memory of 100 swift-configuration readers with 100 flags each", measure: .memory, work: readers,
                limit: .none),
        ]
    ) {
        let kept = Kept()
        return [
            Work(
                clients, repetitions: 1,
                waiting: { times in
                    var started: [FlagClient] = []
                    for _ in 0..<100 * times {
                        let flags = Dictionary(uniqueKeysWithValues: names.map { ($0, FlagValue.bool(true)) })
                        let client = FlagClient(provider: InMemoryFlagProvider(flags), context: .user("ann"))
                        await client.start(within: .seconds(60))
                        started.append(client)
                    }
                    await kept.keep(started)
                    return started.count
                }),
            Work(
                readers, repetitions: 1,
                waiting: { times in
                    let made = (0..<100 * times).map { _ in ConfigurationPeer(names) }
                    await kept.keep(made)
                    return made.count
                }),
        ]
    }

    /// A store that retains the clients until the suite has been measured.
    private actor Kept {
        private var objects: [any Sendable] = []

        func keep(_ new: [any Sendable]) { objects += new }
    }
}
