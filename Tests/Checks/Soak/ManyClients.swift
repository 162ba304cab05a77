// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer

/// Many clients that share one provider object, each for a different user.
enum ManyClients {
    /// Starts the clients, keeps them for a while, and checks the flags of each.
    ///
    /// Returns the failures.
    ///
    /// - Parameters:
    ///   - count: The number of clients.
    ///   - isStreaming: A Boolean value that indicates whether each client opens a stream. Otherwise the clients poll.
    ///   - duration: The time that the clients are kept.
    static func run(
        _ count: Int, isStreaming: Bool, for duration: Duration
    ) async throws -> [String] {
        let mode = isStreaming ? "streaming" : "polling"
        let server = try HostileServer { request in
            let put = flags(of: user(in: request.target))
            return isStreaming
                ? [.send(.eventStream + .event("put", put)), .stall]
                : [.send(.response(200, body: Wire(Array(put.utf8))))]
        }
        defer { server.stop() }
        let before = ProcessUsage.now
        var options = LaunchDarklyOptions(mobileKey: Secret("mob-soak"))
        options.endpoints = .relay(server.url(""))
        options.streamingMode = isStreaming ? .streaming : .polling
        options.sendsEvents = false
        let provider = try LaunchDarklyProvider(options)
        let clients = (0..<count).map { FlagClient(provider: provider, context: .user("user-\($0)")) }
        await withTaskGroup(of: Void.self) { group in
            for client in clients { group.addTask { _ = await client.start(within: .seconds(60)) } }
        }
        try await SystemTime().sleep(for: duration)
        var complaints: [String] = []
        let late = clients.filter { $0.status != .ready }
        if let first = late.first {
            complaints.append(
                "\(late.count) of \(count) clients (\(mode)) are not ready, the first because of "
                    + "\(first.state.error.map { "\($0)" } ?? "nothing")")
        }
        let wrong = clients.indices.count { clients[$0].string("mine", default: "") != "user-\($0)" }
        if wrong > 0 { complaints.append("\(wrong) of \(count) clients (\(mode)) don't have their own flags") }
        if let before, let usage = ProcessUsage.now {
            print("soak: \(count) clients (\(mode)) over one provider for \(duration): \(usage)")
            // Both ends of each connection are in this process.
            if usage.descriptors > before.descriptors + 2 * count + 64 {
                complaints.append("\(count) clients have \(usage.descriptors) descriptors")
            }
            if usage.bytes > before.bytes + count << 18 + 64 << 20 {
                complaints.append("\(count) clients use \(usage.bytes >> 10) KiB")
            }
        }
        for client in clients { await client.shutdown() }
        return complaints
    }

    /// Creates clients with separate providers, without starting them, and checks that they use no descriptors.
    static func makeUnused(_ count: Int) throws -> [String] {
        guard let before = ProcessUsage.now else { return [] }
        let clients = try (0..<count).map { number in
            FlagClient(provider: try LaunchDarklyProvider(LaunchDarklyOptions(mobileKey: Secret("mob-\(number)"))))
        }
        guard let usage = ProcessUsage.now else { return [] }
        print("soak: \(clients.count) unstarted clients, each with a provider: \(usage)")
        if usage.descriptors <= before.descriptors { return [] }
        return ["\(count) unstarted clients have \(usage.descriptors - before.descriptors) descriptors"]
    }

    private static func flags(of user: String) -> String { #"{"mine":{"value":"\#(user)","version":1}}"# }

    /// Returns the key of the requested user, which is at the end of a request's path.
    private static func user(in target: String) -> String {
        let last = target.split(separator: "?")[0].split(separator: "/").last ?? ""
        var text = String(last).replacing("-", with: "+").replacing("_", with: "/")
        while text.utf8.count % 4 != 0 { text += "=" }
        guard let data = Data(base64Encoded: text), case .string(let key)? = try? JSONReader().read(Array(data))["key"]
        else { return "nobody" }
        return key
    }
}
