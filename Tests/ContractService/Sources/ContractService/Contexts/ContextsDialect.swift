// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly

/// The dialect of LaunchDarkly's tests of mobile clients with contexts, which drive the provider under a `FlagClient`.
struct ContextsDialect: Dialect {
    let status = Status(
        name: "halyard-client-sdk",
        capabilities: [
            "client-side", "mobile", "client-independence", "strongly-typed", "service-endpoints", "tags", "wrapper",
            "instance-id", "user-type", "context-type", "context-comparison", "auto-env-attributes", "etag-caching",
            "inline-context", "inline-context-all", "anonymous-redaction", "evaluation-hooks", "track-hooks",
            "hook-environment-id", "client-prereq-events", "client-prereq-cycle-detection",
            "client-per-context-summaries", "client-event-source-http-errors", "secure-mode-hash", "polling-gzip",
            "event-gzip", "optional-event-gzip", "tls:verify-peer", "http-proxy",
        ])

    /// Where flags and device keys are kept, for as long as the service runs.
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "contract-service-\(UUID().uuidString)")

    func end() { try? FileManager.default.removeItem(at: folder) }

    func make(_ body: Data) async throws -> any Subject {
        let configuration = try ContextClientParameters(body: body).configuration
        let context = try configuration.clientSide.context
        Proxy.use(configuration.proxy?.httpProxy)
        let calls = HookCalls()
        let provider: PersistedProvider
        do {
            provider = try LaunchDarklyProvider.cached(configuration.options(calls), folder: folder.path)
        } catch {
            throw Refusal.failed("\(error)")
        }
        let client = FlagClient(provider: provider, context: context.context)
        // A client without flags is a client, too: it serves what it has, and goes on trying.
        await client.start(within: .milliseconds(configuration.startWaitTimeMs ?? 5000))
        return ContextClientSubject(client, calls, tellsReasons: configuration.clientSide.evaluationReasons ?? false)
    }
}

/// The proxy for HTTP, which `URLSession` takes from the environment on Linux.
enum Proxy {
    /// Lets requests go through a proxy from now on; nil for none.
    static func use(_ address: String?) {
        if let address { setenv("http_proxy", address, 1) } else { unsetenv("http_proxy") }
    }
}
