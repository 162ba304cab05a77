// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer

/// A proxy of flags that restarts again and again under a client that streams from it.
final class RestartingProxy: Sendable {
    private struct State {
        var value = 1
        var isDown = false
        /// Ends the streams of the proxy's present life.
        var end = Gate()
        /// When no stream was open any more; nil while one is.
        var downSince: Duration? = .zero
    }

    private static let restarts = 10
    private static let period = Duration.seconds(2)
    private static let pause = Duration.milliseconds(300)
    /// How late the machine may wake a task.
    private static let slack = Duration.milliseconds(300)

    private let state = Lock(State())
    private let time = SystemTime()

    /// Restarts it every two seconds, and takes it away for three: what is wrong, if anything.
    func run() async throws -> [String] {
        let server = try HostileServer(connections: { [self] _ in steps() })
        defer { server.stop() }
        var options = LaunchDarklyOptions(mobileKey: Secret("mob-soak"))
        options.endpoints = .relay(server.url(""))
        options.sendsEvents = false
        let client = FlagClient(provider: try LaunchDarklyProvider(options), context: .user("soak"))
        guard await client.start(within: .seconds(10)) == .ready else {
            return ["the proxy's first flags did not come"]
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
            if client.int("value", default: 0) < value { complaints.append("value \(value) was not read within 3 s") }
            try await time.sleep(for: Self.period - (time.uptime - begin))
        }
        print("soak: a proxy restarted \(Self.restarts) times: the new value was read within \(slowest)")
        let value = await restart(after: .seconds(3)) { complaints += await lost(client) }
        let up = time.uptime
        while client.status != .ready, time.uptime - up < .seconds(10) { try await time.sleep(for: .milliseconds(10)) }
        print("soak: a proxy came back after 3 s: found \(time.uptime - up) later")
        if client.status != .ready || client.int("value", default: 0) < value {
            complaints.append("it was not found again")
        }
        watch.cancel()
        await watch.value
        await client.shutdown()
        return complaints + lies.withLock { Array($0.prefix(3)) }
    }

    /// Lets it end, and begin anew with another value; the value.
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

    /// Whether the client says in time that the stream is lost; what is wrong, if anything.
    private func lost(_ client: FlagClient) async -> [String] {
        try? await time.sleep(for: .seconds(1) + Self.slack)
        let isRight = client.status == .stale && client.state.error != nil && client.int("value", default: 0) > 0
        return isRight ? [] : ["the status is \(client.status.rawValue) while the proxy is away"]
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
