// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash

/// Checks outside the comparison of evaluations: 304s, polling, cursors, a server without deltas, tokens, and registration.
struct RulesWireChecks: Sendable {
    private static let repetitions = 10

    let server: RulesServer

    /// Checks that each refresh of unchanged rules sends one request, which receives a 304.
    func unchanged() async throws -> [String] {
        var complaints: [String] = []
        for kind in ["features", "delta"] {
            let app = try RulesApp("304 \(kind)", server.engine) { $0.usesDelta = kind == "delta" }
            let before = try await server.fetches()
            if let problem = await app.start() { complaints.append("\(app.title): \(problem)") }
            if let problem = await app.refresh(times: Self.repetitions) {
                complaints.append("\(app.title): \(problem)")
            }
            let after = try await server.fetches()
            let counts = after.merging(before) { $0 - $1 }.filter { $0.value != 0 }
            let expected = ["\(kind) 200": 1, "\(kind) 304": Self.repetitions]
            if counts != expected { complaints.append("\(app.title): \(counts), not \(expected)") }
            await app.client.shutdown(within: ContextWalk.patience)
        }
        return complaints
    }

    /// Checks that polls receive 304s until a change arrives, which applies to views of any context.
    func polling() async throws -> [String] {
        var complaints: [String] = []
        for kind in ["features", "delta"] {
            let app = try RulesApp("polling \(kind)", server.engine) {
                $0.usesDelta = kind == "delta"
                $0.refreshInterval = .milliseconds(50)
                $0.sendsMetrics = false
            }
            try await server.replaceState(.switchable(isOn: true))
            let before = try await server.count("\(kind) 304")
            if let problem = await app.start() { complaints.append("\(app.title): \(problem)") }
            let polls = try await eventually { try await server.count("\(kind) 304") >= before + Self.repetitions }
            let wasOn = app.isOn("switchable", "ann")
            try await server.replaceState(.switchable(isOn: false))
            let isOff = try await eventually { !app.isOn("switchable", "ann") }
            await app.client.shutdown(within: ContextWalk.patience)
            if polls, wasOn, isOff { continue }
            complaints.append("\(app.title): 304s: \(polls), the flag was on: \(wasOn), and went off: \(isOff)")
        }
        return complaints
    }

    /// Checks that requests for changes name the last event, and that only changes follow one hydration.
    func cursor() async throws -> [String] {
        try await server.replaceState(.switchable(isOn: true))
        let app = try RulesApp("cursor", server.engine) { $0.usesDelta = true }
        let hydrations = try await server.events("hydration")
        var complaints: [String] = []
        if let problem = await app.start() { complaints.append("cursor: \(problem)") }
        for isOn in [false, true, false] {
            try await server.replaceState(.switchable(isOn: isOn))
            if let problem = await app.refresh() { complaints.append("cursor: \(problem)") }
            if app.isOn("switchable", "ann") != isOn { complaints.append("cursor: The change to \(isOn) is missing.") }
        }
        let tags = try await server.requests().filter { $0.path == "/api/client/delta" }.suffix(4).map {
            $0.header("If-None-Match")
        }
        let numbers = tags.dropFirst().compactMap { Int($0?.filter(\.isNumber) ?? "") }
        // Each change of this flag is one event.
        if tags.first != .some(nil) || numbers.count != 3
            || zip(numbers, numbers.dropFirst()).contains(where: { $0 + 1 != $1 })
        {
            complaints.append("cursor: The requests had the ETags \(tags).")
        }
        let hydrated = try await server.events("hydration") - hydrations
        if hydrated != 1 { complaints.append("cursor: \(hydrated) hydrations") }
        await app.client.shutdown(within: ContextWalk.patience)
        return complaints
    }

    /// Checks that without delta support, the app immediately and permanently requests all rules.
    func withoutDelta() async throws -> [String] {
        try await server.replaceState(.switchable(isOn: true))
        let app = try RulesApp("without delta", server.engine) { $0.usesDelta = true }
        let before = try await server.count("features 200")
        try await server.failNext("delta", status: 404)
        let problem = await app.start()
        let isOn = app.isOn("switchable", "ann")
        let asked = try await server.count("features 200") - before
        await app.client.shutdown(within: ContextWalk.patience)
        return problem == nil && isOn && asked == 1 ? [] : ["without delta: \(problem ?? "started"), \(isOn), \(asked)"]
    }

    /// Checks that a failure leaves the rules in place, and that the next request succeeds.
    func failure() async throws -> [String] {
        try await server.replaceState(.switchable(isOn: true))
        let app = try RulesApp("failure", server.engine)
        var complaints = [await app.start()].compactMap { $0.map { "failure: \($0)" } }
        try await server.failNext("features", status: 503)
        if await app.refresh() == nil { complaints.append("failure: A 503 counted as a response.") }
        if !app.isOn("switchable", "ann") { complaints.append("failure: The rules were lost.") }
        if let problem = await app.refresh() { complaints.append("failure: \(problem)") }
        await app.client.shutdown(within: ContextWalk.patience)
        return complaints
    }

    /// Checks that the error for a token that isn't allowed to fetch rules names the fix.
    func tokens() async throws -> [String] {
        let refused: [(token: Secret, status: Int, words: String)] = [
            (Secret("*:development.engine-check-unknown"), 401, "client (backend) token"),
            (EngineServer.frontendToken, 403, "provider type \"unleash\""),
        ]
        var complaints: [String] = []
        for (token, status, words) in refused {
            let app = try RulesApp("token", server.engine) { $0.token = token }
            let result = await app.client.start(within: ContextWalk.patience)
            let value = app.client.bool("switchable", default: true)
            app.client.setEventsEnabled(false)
            await app.client.shutdown(within: ContextWalk.patience)
            let messages = app.diagnostics.messages("fetchFailed")
            let isNamed = messages.contains { $0.contains("responded with status \(status)") && $0.contains(words) }
            if case .defaults = result, value, isNamed, try await server.count("features \(status)") == 1 { continue }
            complaints.append("token: \(result), a default of true became \(value), \(messages)")
        }
        return complaints
    }

    /// Checks that an app registers once, however often it fetches, and identifies itself in the same way everywhere.
    func registration() async throws -> [String] {
        let app = try RulesApp("registration", server.engine) {
            $0.appName = "registration"
            $0.environment = "staging"
            $0.instanceId = "instance 1"
            $0.refreshInterval = .seconds(3600)
            $0.strategies = ["inOffice": { _, _ in false }]
        }
        var complaints = [await app.start()].compactMap { $0.map { "registration: \($0)" } }
        let found = try await eventually { try await !server.registrations(of: "registration").isEmpty }
        if let problem = await app.refresh(times: 3) { complaints.append("registration: \(problem)") }
        await app.client.setContext(.user("ann"), within: ContextWalk.patience)
        await app.client.shutdown(within: ContextWalk.patience)
        let all = try await server.registrations(of: "registration")
        guard found, all.count == 1, let one = all.first else { return complaints + ["registration: \(all.count)"] }
        let request = try await server.requests().last { $0.header("unleash-appname") == "registration" } ?? .null
        let connections = try await server.registrations().compactMap { $0["connectionId"]?.text }
        if Set(connections).count != connections.count { complaints.append("registration: \(connections)") }
        let expected: [(member: String, holds: Bool)] = [
            ("instanceId", one["instanceId"] == "instance 1" && request.header("unleash-instanceid") == "instance 1"),
            ("connectionId", one["connectionId"]?.text == request.header("unleash-connection-id")),
            ("sdkVersion", one["sdkVersion"]?.text == request.header("unleash-sdk")),
            ("environment", one["environment"] == "staging"),
            ("interval", one["interval"] == 3_600_000 && request.header("unleash-interval") == "3600000"),
            ("started", one["started"]?.text?.hasSuffix("Z") == true),
            ("platformName", one["platformName"]?.text?.isEmpty == false),
            ("platformVersion", one["platformVersion"]?.text?.isEmpty == false),
            ("specVersion", one["specVersion"]?.text == request.header("Unleash-Client-Spec")),
            ("yggdrasilVersion", one["yggdrasilVersion"] == .null),
            (
                "strategies",
                one["strategies"]
                    == [
                        "default", "userWithId", "flexibleRollout", "gradualRolloutUserId", "gradualRolloutSessionId",
                        "gradualRolloutRandom", "remoteAddress", "applicationHostname", "inOffice",
                    ]
            ),
        ]
        return complaints
            + expected.filter { !$0.holds }.map { "registration: \($0.member): \(one[$0.member] ?? "missing")" }
    }

    /// Waits up to a minute for a condition, and returns whether it became true.
    private func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<1200 {
            if try await condition() { return true }
            try await SystemTime().sleep(for: .milliseconds(50))
        }
        return false
    }
}

extension RulesApp {
    /// Returns whether a flag is enabled for a user.
    fileprivate func isOn(_ name: String, _ user: String) -> Bool {
        client.snapshot(for: .user(user)).bool(name, default: false)
    }
}

extension RulesServer {
    /// Returns the number of fetches with each status.
    fileprivate func fetches() async throws -> [String: Int] {
        let all = try await figures()["statuses"].flatMap([String: Int].init(flagValue:)) ?? [:]
        return all.filter { $0.key.hasPrefix("features ") || $0.key.hasPrefix("delta ") }
    }

    /// Returns an app's registrations.
    fileprivate func registrations(of app: String) async throws -> [FlagValue] {
        try await registrations().filter { $0["appName"] == .string(app) }
    }
}

extension FlagValue {
    /// Returns a document with one flag.
    fileprivate static func switchable(isOn: Bool) -> FlagValue {
        let strategies: FlagValue = [["name": "userWithId", "parameters": ["userIds": "ann"]]]
        return [
            "version": 2,
            "features": [["name": "switchable", "enabled": .bool(isOn), "strategies": strategies]],
            "segments": [],
        ]
    }

    fileprivate var text: String? { String(flagValue: self) }

    /// The path of a recorded request.
    fileprivate var path: String? {
        self["target"]?.text?.split(separator: "?").first.map(String.init)
    }

    /// Returns the header field of a recorded request.
    ///
    /// The name isn't case-sensitive.
    fileprivate func header(_ name: String) -> String? {
        let headers = self["headers"]?.elements.map(\.elements) ?? []
        return headers.first { $0.first?.text?.lowercased() == name.lowercased() }?.last?.text
    }
}
