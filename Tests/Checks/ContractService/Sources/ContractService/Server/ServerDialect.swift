// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardTransport

/// The dialect of LaunchDarkly's tests of servers, which control the provider that evaluates flags locally in a
/// `FlagClient`.
struct ServerDialect: Dialect {
    let status = Status(
        name: "halyard-server-sdk",
        capabilities: [
            "server-side", "strongly-typed", "service-endpoints", "tags", "wrapper", "instance-id", "user-type",
            "context-type", "context-comparison", "all-flags-with-reasons", "all-flags-client-side-only",
            "all-flags-details-only-for-tracked-flags", "client-prereq-events", "secure-mode-hash",
            "server-side-polling", "filtering", "filtering-strict", "polling-gzip", "event-gzip",
            "optional-event-gzip", "event-sampling", "inline-context", "inline-context-all", "anonymous-redaction",
            "omit-anonymous-contexts", "evaluation-hooks", "track-hooks", "hook-environment-id",
            "retry-conformance-fdv1-streaming", "retry-conformance-fdv1-polling", "tls:verify-peer",
            "tls:skip-verify-peer", "tls:custom-ca", "http-proxy",
        ])

    func make(_ body: Data) async throws -> any Subject {
        let configuration = try ContextClientParameters(body: body).configuration
        let transport = try configuration.transport()
        let calls = HookCalls()
        // Details contain reasons, which a server always has.
        var detailOptions = LaunchDarklyOptions(mobileKey: Secret(configuration.credential))
        detailOptions.withReasons = true
        let provider: LaunchDarklyLocalProvider
        do {
            provider = try LaunchDarklyLocalProvider(
                configuration.serverOptions(), transport: transport, store: InMemoryFlagStore())
        } catch {
            throw Refusal.failed("\(error)")
        }
        let hooks = configuration.callbackHooks(calls, provider, detailOptions) { provider.environmentID }
        var clientOptions = FlagClient.Options()
        clientOptions.hooks = hooks
        let client = FlagClient(provider: provider, options: clientOptions)
        let limit = Duration.milliseconds(configuration.startWaitTimeMs ?? 5000)
        if case .defaults = await client.start(within: limit, until: .firstFlags), !configuration.canFail {
            await client.shutdown(within: .seconds(2))
            await transport.close()
            throw Refusal.failed("No rules arrived within \(limit).")
        }
        return ServerSubject(client, sdkKey: Secret(configuration.credential), hooks, calls, detailOptions, transport)
    }
}

extension ContextClientParameters.Configuration {
    /// Returns the parameters as the options of a server's provider.
    fileprivate func serverOptions() -> LaunchDarklyLocalOptions {
        var options = LaunchDarklyLocalOptions(sdkKey: Secret(credential))
        setEndpoints(&options.endpoints)
        if isPolling { options.streamingMode = .polling }
        if let pollingInterval { options.pollingInterval = pollingInterval }
        if let initialReconnectDelay { options.initialReconnectDelay = initialReconnectDelay }
        options.filter = isPolling ? polling?.filter : streaming?.filter
        setApplication(&options.application)
        options.sendsEvents = events != nil
        setEvents(&options.events)
        return options
    }
}
