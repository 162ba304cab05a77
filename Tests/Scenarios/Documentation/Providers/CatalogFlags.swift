// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// Serves the flags that the catalog service evaluates for each user.
struct CatalogFlags: OnDemandProvider {
    let name = "catalog"
    let records: RecordIdentity
    let url: ServiceURL
    let key: Secret
    let service: PolledService

    /// Creates a provider without opening a connection.
    init(url: String, key: Secret, interval: Duration = .seconds(30), transport: (any HTTPTransport)? = nil) throws {
        self.url = try ServiceURL(url, option: "url")
        self.key = key
        // Other services and other keys have other flags.
        records = RecordIdentity(service: "\(url) \(key.digest)")
        let policy = PollingPolicy(interval: interval, permanentStatuses: [401])
        service = PolledService(name, at: self.url, policy: policy, transport: transport)
    }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await service.run(request, into: channel, try poll(for: request.context))
    }

    func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        await service.resolve(request, into: channel, try poll(for: request.context))
    }

    private func poll(for context: EvaluationContext) throws -> PolledService.Poll {
        guard let user = context.key else {
            throw FlagError(.targetingKeyMissing, "The catalog's flags need a user key. Set a key in the context.")
        }
        return PolledService.Poll { [url, key] in
            HTTPRequest(url.text(query: [("user", user)]), headers: ["Authorization": "Bearer \(key.reveal())"])
        } read: { answer in
            let document = try JSONReader().read(answer.body)
            guard case .object(let values)? = document["flags"] else {
                throw FlagError(.parseError, "sent an object without \"flags\". Check the URL.")
            }
            var flags: [EvaluatedFlag] = []
            for (name, value) in values {
                switch value {
                case .bool, .string, .int, .double: flags.append(EvaluatedFlag(name, value, origin: answer.origin))
                default: answer.diagnostics.add(name, at: ["flags", name], "Skipped a flag without a plain value.")
                }
            }
            return try answer.flagSet(flags)
        }
    }
}
