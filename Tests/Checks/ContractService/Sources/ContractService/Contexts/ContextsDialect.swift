// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly

/// The dialect of LaunchDarkly's tests of mobile clients with contexts, which control the provider in a `FlagClient`.
struct ContextsDialect: Dialect {
    let status = Status(
        name: "halyard-client-sdk",
        capabilities: [
            "client-side", "mobile", "client-independence", "strongly-typed", "service-endpoints", "tags", "wrapper",
            "instance-id", "user-type", "context-type", "context-comparison", "auto-env-attributes", "etag-caching",
            "inline-context", "inline-context-all", "anonymous-redaction", "evaluation-hooks", "track-hooks",
            "hook-environment-id", "client-prereq-events", "client-prereq-cycle-detection",
            "client-per-context-summaries", "client-event-source-http-errors", "secure-mode-hash", "polling-gzip",
            "event-gzip", "optional-event-gzip", "tls:verify-peer",
            "tls:skip-verify-peer", "tls:custom-ca", "http-proxy",
        ])

    /// The folder of flags and device keys while the service runs.
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "contract-service-\(UUID().uuidString)")

    func end() { try? FileManager.default.removeItem(at: folder) }

    func make(_ body: Data) async throws -> any Subject {
        let configuration = try ContextClientParameters(body: body).configuration
        guard let clientSide = configuration.clientSide else {
            throw Refusal.undecodable("The configuration has no property \"clientSide\".")
        }
        let context = try clientSide.context
        let transport = try configuration.transport()
        let calls = HookCalls()
        let options = configuration.options(clientSide)
        let hooks: [CallbackHook]
        let cached: PersistedProvider
        do {
            let provider = try LaunchDarklyProvider(options, transport: transport, folder: folder.path)
            cached = try PersistedProvider(
                provider, policy: LaunchDarklyCachePolicy(maxUsers: options.maxCachedUsers),
                store: FileFlagStore(folder: folder.path))
            hooks = configuration.callbackHooks(calls, provider, options) { provider.environmentID }
        } catch {
            throw Refusal.failed("\(error)")
        }
        var clientOptions = FlagClient.Options()
        clientOptions.hooks = hooks
        let client = FlagClient(provider: cached, context: context.context, options: clientOptions)
        let limit = Duration.milliseconds(configuration.startWaitTimeMs ?? 5000)
        let deadline = ContinuousClock.now + limit
        // Flags of an earlier test might be stored for the same context, so the start waits for fresh flags.
        var result = await client.start(within: limit)
        if case .defaults = result {
            // After a failed first attempt, the client retries.
            result = await client.start(within: deadline - .now, until: .firstFlags)
        }
        if case .defaults = result, !configuration.canFail {
            await client.shutdown(within: .seconds(2))
            await transport.close()
            throw Refusal.failed("No flags arrived within \(limit).")
        }
        return ContextClientSubject(client, hooks, calls, options, transport)
    }
}
