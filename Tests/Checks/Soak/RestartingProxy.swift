// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer

/// A flag proxy that restarts repeatedly while a client streams from it.
final class RestartingProxy: Sendable {
    private struct State {
        var value = 1
        var isDown = false
        /// A gate that ends the streams of the current proxy.
        var end = Gate()
        /// The time since which no stream has been open, or `nil` while one is open.
        var downSince: Duration? = .zero
    }

    private static let restarts = 10
    private static let period = Duration.seconds(2)
    private static let pause = Duration.milliseconds(300)
    /// The longest delay of a task's wakeup.
    private static let slack = Duration.milliseconds(300)

    private let state = Lock(State())
    private let time = SystemTime()

    /// Restarts the proxy every two seconds, and then stops it for three seconds.
    ///
    /// Returns the failures.
    func run() async throws -> [String] {
        let server = try HostileServer(connections: { [self] _ in steps() })
        defer { server.stop() }
        var options = LaunchDarklyOptions(mobileKey: Secret("mob-soak"))
        options.endpoints = .relay(server.url(""))
        options.sendsEvents = false
        let client = FlagClient(provider: try LaunchDarklyProvider(options), context: .user("soak"))
        guard await client.start(within: .seconds(10)) == .ready else {
            return ["The proxy's first flags didn't arrive."]
        }

        let lies = Lock<[String]>([])
        let watch = Task {
            while !Task.isCancelled {
                let (status, since) = (client.status, state.withLock { $0.downSince })
                if let since, status == .ready, time.uptime - since > .seconds(1) + Self.slack {
                    lies.withLock { $0.append("READY \(time.uptime - since) after the stream was lost") }
                }
                try? await time.sleep(for: .milliseconds(10))
            }
        }
        var (complaints, slowest) = ([String](), Duration.zero)
        for _ in 0..<Self.restarts {
            let begin = time.uptime
            let value = await restart(after: Self.pause)
            let up = time.uptime
            while client.int("value", default: 0) < value, time.uptime - up < .seconds(3) {
                try await time.sleep(for: .milliseconds(10))
            }
            slowest = max(slowest, time.uptime - up)
            if client.int("value", default: 0) < value { complaints.append("Value \(value) wasn't read within 3 s.") }
            try await time.sleep(for: Self.period - (time.uptime - begin))
        }
        print("soak: a proxy restarted \(Self.restarts) times: the client read the new value within \(slowest)")
        let value = await restart(after: .seconds(3)) { complaints += await lost(client) }
        let up = time.uptime
        while client.status != .ready, time.uptime - up < .seconds(10) { try await time.sleep(for: .milliseconds(10)) }
        print("soak: a proxy came back after 3 s: the client reconnected after \(time.uptime - up)")
        if client.status != .ready || client.int("value", default: 0) < value {
            complaints.append("The client didn't reconnect.")
        }
        watch.cancel()
        await watch.value
        await client.shutdown()
        return complaints + lies.withLock { Array($0.prefix(3)) }
    }

    /// Stops the proxy, starts it again with another value, and returns the value.
    private func restart(after pause: Duration, meanwhile: () async -> Void = {}) async -> Int {
        let (end, began) = (state.withLock { $0.end }, time.uptime)
        state.withLock { state in
            (state.isDown, state.downSince) = (true, began)
            state.end = Gate()
        }
        end.open()
        await meanwhile()
        try? await time.sleep(for: pause - (time.uptime - began))
        return state.withLock { state in
            state.isDown = false
            state.value += 1
            return state.value
        }
    }

    /// Returns an error if the client doesn't report the lost stream in time.
    private func lost(_ client: FlagClient) async -> [String] {
        try? await time.sleep(for: .seconds(1) + Self.slack)
        let isRight = client.status == .stale && client.state.error != nil && client.int("value", default: 0) > 0
        return isRight ? [] : ["The status is \(client.status.rawValue) while the proxy is down."]
    }

    private func steps() -> [Step] {
        state.withLock { state in
            if state.isDown { return [.reset] }
            state.downSince = nil
            let put = #"{"value":{"value":\#(state.value),"version":\#(state.value)}}"#
            return [.readRequest, .send(.eventStream + .event("put", put)), .wait(state.end), .reset]
        }
    }
}
