// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer

/// A check that a proxy's response doesn't count as the service's.
///
/// It needs a separate process because proxies are set for a whole process.
enum ProxyCheck {
    /// Sends requests through a proxy that refuses the tunnel.
    ///
    /// Returns the failures.
    static func run() async throws -> [String] {
        let proxy = try HostileServer(answering: { _ in [.send(.response(403, ["Connection: close"])), .close] })
        defer { proxy.stop() }
        setenv("https_proxy", proxy.url(), 1)
        defer { unsetenv("https_proxy") }
        let (transport, url) = (PlatformTransport.make(), "https://flags.example.com/")
        var complaints: [String] = []
        do throws(TransportError) {
            let response = try await transport.send(HTTPRequest(url), within: HTTPLimits())
            complaints.append("A proxy's refusal counted as the response \(response)")
        } catch {
            print("soak: a refused tunnel isn't a response: \(error.kind)")
        }
        var policy = EventSourcePolicy.standard
        policy.backoff = Backoff(base: .milliseconds(1), maximum: .milliseconds(1), jitter: .none)
        let source = EventSource(HTTPRequest(url), transport: transport, policy: policy)
        var attempts = 0
        for await event in source {
            if case .status(.connecting(let attempt)) = event { attempts = attempt }
            if attempts == 3 { break }
        }
        source.close()
        await transport.close()
        if attempts != 3 {
            complaints.append("A proxy's refusal ended an event source permanently after \(attempts) attempts.")
        }
        return complaints
    }
}
