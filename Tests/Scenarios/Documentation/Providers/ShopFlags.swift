// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// Maps a context to the query items of the shop's service.
struct ShopContextMapper: ContextMapper {
    var rules = MappingRules()

    func map(_ context: EvaluationContext) throws -> MappedContext<[String: String]> {
        let user = rules.apply(to: context).primary
        guard let key = user.key else {
            throw FlagError(.targetingKeyMissing, "The shop needs a user key. Set a key in the context.")
        }
        var mapped = MappedContext(["user": key])
        for (name, value) in user.attributes.sorted(by: { $0.key < $1.key }) where name != "user" {
            if case .string(let text) = value {
                mapped.output[name] = text
            } else {
                mapped.losses.append(
                    Diagnostic(
                        "contextLoss", .warning, subject: name, "The attribute isn't a string, so it was left out.",
                        suggestion: "Use a string."))
            }
        }
        return mapped
    }
}

extension BootstrapFormat {
    /// The shop's format, such as `{"features": {"search-limit": {"value": 20, "variant": "many"}}}`.
    static let shop = BootstrapFormat(
        name: "shop", shape: #"{"features": {"<key>": {"value": <value>, …}}}"#,
        recognizes: { document in
            if case .object? = document["features"] { true } else { false }
        },
        read: { document, origin in
            var problems = DiagnosticCollector()
            let flags = shopFlags(document, origin, &problems)
            return Contents(flags: flags, diagnostics: problems.diagnostics)
        })
}

/// Reads the flags of a document in the shop's format.
func shopFlags(_ document: FlagValue, _ origin: Origin, _ problems: inout DiagnosticCollector) -> [EvaluatedFlag] {
    guard case .object(let features)? = document["features"] else { return [] }
    var flags: [EvaluatedFlag] = []
    for (key, feature) in features {
        let path = ["features", key]
        if let value = feature["value"] {
            let variant = problems.optional(String.self, "variant", of: feature, key, at: path)
            flags.append(EvaluatedFlag(key, value, variant: variant, origin: origin))
        } else {
            problems.add(key, at: path, "The flag has no value, so it was skipped.")
        }
    }
    return flags
}

/// Serves the flags that the shop's service evaluates for each user.
struct ShopFlags: OnDemandProvider {
    let name: String
    let records: RecordIdentity
    let url: ServiceURL
    let key: Secret
    let mapper: any ContextMapper<[String: String]>
    let service: PolledService

    /// Creates a provider without opening a connection.
    init(
        name: String = "shop", url: String, key: Secret, interval: Duration = .seconds(30),
        mapper: any ContextMapper<[String: String]> = ShopContextMapper(), transport: (any HTTPTransport)? = nil,
        time: any TimeSource = SystemTime()
    ) throws(ConfigurationError) {
        self.name = name
        self.key = key
        self.mapper = mapper
        self.url = try ServiceURL(url, option: "url")
        // Other services and other keys have other flags.
        records = RecordIdentity(service: "\(url) \(key.digest)")
        let policy = PollingPolicy(interval: interval, permanentStatuses: [401])
        service = PolledService(name, at: self.url, policy: policy, transport: transport, time: time)
    }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await service.run(request, into: channel, try poll(for: request, channel))
    }

    func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        await service.resolve(request, into: channel, try poll(for: request, channel))
    }

    func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { .object($0.mapValues(FlagValue.string)) }
    }

    private func poll(for request: FlagRequest, _ channel: FlagChannel) throws -> PolledService.Poll {
        let mapped = try mapper.map(request.context)
        // Report losses once for each context.
        if request.cause != .refresh, request.cause != .modeChanged { mapped.losses.forEach(channel.report) }
        let query = mapped.output.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return PolledService.Poll { [url, key] in
            HTTPRequest(url.text(query: query), headers: ["Authorization": "Bearer \(key.reveal())"])
        } read: { answer in
            let document = try JSONReader().read(answer.body)
            guard BootstrapFormat.shop.recognizes(document) else {
                throw FlagError(.parseError, "sent an object without \"features\". Check the URL.")
            }
            let flags = shopFlags(document, answer.origin, &answer.diagnostics)
            return try answer.flagSet(flags)
        }
    }
}

extension ProviderModule {
    /// Support for the shop's service.
    static let shop = shop()

    /// Creates the module with a transport of the app or a test.
    static func shop(transport: (any HTTPTransport)? = nil) -> ProviderModule {
        let type = ProviderType("shop") { settings in
            let provider = try ShopFlags(
                name: settings.name, url: settings.requiredString("url", "URL of the flags."),
                key: settings.secret("key", "Key of the app."),
                interval: settings.duration(
                    "interval", "Polling interval.", default: .seconds(30), in: .seconds(1) ... .seconds(86_400)),
                mapper: ShopContextMapper(rules: settings.mappingRules("mapping")),
                transport: settings.transport(orGiven: transport), time: settings.host.time)
            return settings.persisting(provider)
        }
        return .network(over: transport, types: [type], formats: [.shop])
    }
}
