// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash

/// Checks outside the sequence of contexts: 304s, an update through polling, tokens, and the session ID.
struct SmallChecks: Sendable {
    private static let repetitions = 10

    let server: EngineServer
    let isEdge: Bool

    /// Checks the responses to unchanged requests: Edge sends a 304 for GET and POST, the Unleash server only for GET.
    ///
    /// The contexts have no session ID. If the app sent a different ID each time, rollouts by session would flap.
    func unchanged() async throws -> [String] {
        var complaints: [String] = []
        for method in UnleashOptions.FetchMethod.allCases {
            let app = try App("304 \(method)", server) { $0.fetchMethod = method }
            let expected = isEdge || method == .get ? Self.repetitions : 0
            let before = try await server.count("fetch 304")
            if let problem = await app.start() { complaints.append("\(app.title): \(problem)") }
            if let problem = await app.refresh(times: Self.repetitions) {
                complaints.append("\(app.title): \(problem)")
            }
            let count = try await server.count("fetch 304") - before
            if count != expected { complaints.append("\(app.title): \(count) of \(Self.repetitions), not \(expected)") }
            await app.client.shutdown(within: ContextWalk.patience)
        }
        return complaints
    }

    /// Checks that polls receive 304s until all changes arrive: a removed flag and a changed payload.
    func update() async throws -> [String] {
        let app = try App("update", server) {
            $0.refreshInterval = .milliseconds(50)
            $0.sendsMetrics = false
        }
        let before = try await server.count("fetch 304")
        if let problem = await app.start() { return ["update: \(problem)"] }
        let polls = try await eventually { try await server.count("fetch 304") >= before + Self.repetitions }
        let isOn = app.client.bool("everyone", default: false)
        let document = try await server.state()
        try await server.replaceState(document.changed())
        let isGone = try await eventually { !app.client.bool("everyone", default: true) }
        let payload = app.client.double("variant.number", default: 0)
        try await server.replaceState(document)
        await app.client.shutdown(within: ContextWalk.patience)
        if polls, isOn, isGone, payload == 77 { return [] }
        return ["update: 304s: \(polls), the flag was on: \(isOn), and went: \(isGone), the payload became \(payload)"]
    }

    /// Waits up to a minute for a condition, and returns whether it became true.
    private func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<1200 {
            if try await condition() { return true }
            try await SystemTime().sleep(for: .milliseconds(50))
        }
        return false
    }

    /// Checks that a token of another kind gets no flags, so that the caller's default values apply.
    func wrongToken() async throws -> [String] {
        let app = try App("token", server) { $0.clientKey = EngineServer.backendToken }
        let result = await app.client.start(within: ContextWalk.patience)
        let value = app.client.bool("everyone", default: true)
        app.client.setEventsEnabled(false)
        await app.client.shutdown(within: ContextWalk.patience)
        guard case .defaults = result, value, try await server.count("fetch 403") == 1 else {
            return ["token: \(result), a default of true became \(value)"]
        }
        return []
    }
}

extension FlagValue {
    /// Returns a features document without the flag `everyone`, and with the same payload for all variants of `variant.number`.
    fileprivate func changed() -> FlagValue {
        var features = self["features"].flatMap([FlagValue].init(flagValue:)) ?? []
        features.removeAll { $0["name"] == "everyone" }
        features = features.map { feature in
            guard feature["name"] == "variant.number" else { return feature }
            let variants = feature["variants"].flatMap([FlagValue].init(flagValue:)) ?? []
            let payload: FlagValue = ["type": "number", "value": "77"]
            return feature.setting("variants", to: .array(variants.map { $0.setting("payload", to: payload) }))
        }
        return setting("features", to: .array(features))
    }

    private func setting(_ member: String, to value: FlagValue) -> FlagValue {
        guard case .object(var members) = self else { return self }
        members[member] = value
        return .object(members)
    }
}
