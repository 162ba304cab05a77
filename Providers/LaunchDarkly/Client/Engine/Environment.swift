// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport

/// One environment of a fleet: a client over a provider with a cache.
final class Environment: Sendable {
    let name: String
    let desk = ObserverDesk()
    let client: FlagClient
    let provider: LaunchDarklyProvider?
    /// How a run begins.
    let firstMode: ConnectionInformation.ConnectionMode

    init(
        _ name: String, key: String, _ config: LDConfig, context: EvaluationContext, _ surroundings: Surroundings,
        listener: LaunchDarklyListener
    ) {
        self.name = name
        firstMode = config.streamingMode == .streaming ? .establishingStreamingConnection : .polling
        var options = FlagClient.Options()
        options.time = surroundings.time
        options.lifecycle = surroundings.lifecycle
        options.isOnline = false
        if config.isDebugMode { options.diagnosticHandler = { print($0) } }
        let providerOptions = config.options(key, config.mobileKeys.count)
        let made = Result { () throws(ConfigurationError) in
            let provider = try LaunchDarklyProvider(
                providerOptions, name: "launchdarkly",
                dialect: UserDialect(LaunchDarklyContextMapper(deviceKey: LDUser.deviceKey)), transport: nil,
                memory: surroundings.remembersDiagnostics
                    ? DiagnosticMemory(mobileKey: providerOptions.mobileKey, folder: nil, files: SystemFiles()) : nil,
                time: surroundings.time, random: surroundings.random, listener: listener)
            return (provider, try provider.caching(in: surroundings.store))
        }
        switch made {
        case .success(let (provider, cached)):
            self.provider = provider
            client = FlagClient(provider: cached, context: context, options: options)
        case .failure(let error):
            provider = nil
            client = FlagClient(provider: InMemoryProvider(name: "launchdarkly"), context: context, options: options)
            for finding in error.findings { client.diagnostics.report(finding) }
        }
    }

    /// Lets observers see the flags in place.
    func look() {
        if let snapshot = client.state.snapshot { desk.take(snapshot.table) }
    }
}
