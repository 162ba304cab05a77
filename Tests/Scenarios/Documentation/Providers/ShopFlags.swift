// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// Serves the flags that the shop's own service decides for each user.
struct ShopFlags: OnDemandProvider {
    let name: String
    let records: RecordIdentity
    let url: ServiceURL
    let key: Secret
    let service: PolledService

    /// Creates a provider; opens no connection.
    init(
        name: String = "shop", url: String, key: Secret, interval: Duration = .seconds(30),
        transport: (any HTTPTransport)? = nil, time: any TimeSource = SystemTime()
    ) throws(ConfigurationError) {
        self.name = name
        self.key = key
        self.url = try ServiceURL(url, option: "url")
        // Another service, or another key, has other flags.
        records = RecordIdentity(service: "\(url) \(key.digest)")
        let policy = PollingPolicy(interval: interval, permanentStatuses: [401])
        service = PolledService(name, at: self.url, policy: policy, transport: transport, time: time)
    }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await service.run(request, into: channel, try poll(for: request.context))
    }

    func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        await service.resolve(request, into: channel, try poll(for: request.context))
    }

    private func poll(for context: EvaluationContext) throws -> PolledService.Poll {
        guard let user = context.key else {
            throw FlagError(.targetingKeyMissing, "The shop's flags need a key. Give the context one.")
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
                default:
                    answer.diagnostics.add(
                        name, at: ["flags", name], "The flag has no plain value, so it was skipped.")
                }
            }
            return try answer.flagSet(flags)
        }
    }
}

extension ProviderModule {
    /// What an app passes to its client, so that a configuration can say `"type": "shop"`.
    static let shop = shop()

    /// The same over a transport of the app or a test.
    static func shop(transport: (any HTTPTransport)? = nil) -> ProviderModule {
        let type = ProviderType("shop") { settings in
            let provider = try ShopFlags(
                name: settings.name, url: settings.requiredString("url", "The URL of the flags."),
                key: settings.secret("key", "The app's key."),
                interval: settings.duration(
                    "interval", "The time from one poll to the next.", default: .seconds(30),
                    in: .seconds(1) ... .seconds(86_400)),
                transport: settings.transport(orGiven: transport), time: settings.host.time)
            // Stored flags are served at the next launch, until the service has answered.
            return settings.persisting(provider)
        }
        return .network(over: transport, types: [type])
    }
}
