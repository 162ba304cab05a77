// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// Sends requests of 1,000 users to the shop, and compares each response with the result of Unleash's engine.
///
///     LoadCheck <answers> [<rules>]
///
/// `answers` is the output of `Checks/answers.py`. With `rules`, the shop gets these rules from a server, and reports its counts to
/// this server. Without `rules`, the shop uses its shipped rules.
@main
struct LoadCheck {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let answers = arguments.first, arguments.count <= 2 else { fail("usage: LoadCheck <answers> [<rules>]") }
        do {
            let users = try User.all(in: answers)
            if let rules = arguments.dropFirst().first {
                try await UnleashServer(rules: Data(contentsOf: URL(filePath: rules))).run { server in
                    try await check(users, server)
                }
            } else {
                try await check(users, nil)
            }
        } catch {
            fail("\(error)")
        }
    }

    private static func check(_ users: [User], _ server: UnleashServer.Running?) async throws {
        let shop = try ShopProcess(
            server.map { ["UNLEASH_URL": $0.url, "UNLEASH_BACKEND_TOKEN": UnleashServer.token] } ?? [:])
        // Shorter than the time limit of `run`, which would end this program but not the shop.
        let deadline = Task {
            try await Task.sleep(for: .seconds(100))
            shop.kill()
            fail("The check took longer than 100 seconds.")
        }
        defer {
            deadline.cancel()
            shop.kill()
        }
        let url = try await shop.url()
        try await Load.run(url: url, users: users) { load in try await check(load, shop, server) }
    }

    private static func check(_ load: Load, _ shop: ShopProcess, _ server: UnleashServer.Running?) async throws {
        try await load.checkReady()
        let first = try await load.send(10_000)
        report("load: \(first.answered) requests of \(load.users.count) users, \(first.wrong.count) wrong")
        if let wrong = first.wrong.first { throw CheckFailure("First wrong response: \(wrong)") }

        let second = try await drain(load, shop)
        if let wrong = second.wrong.first { throw CheckFailure("First wrong response: \(wrong)") }

        guard let server else { return }
        let made = first.counts + second.counts
        let reported = server.counts
        report("counts: \(made.reads) reads made, \(reported.reads) reported")
        if made != reported { throw CheckFailure("Reads made: \(made). Reads reported: \(reported).") }
    }

    /// Ends the shop while requests are in progress.
    private static func drain(_ load: Load, _ shop: ShopProcess) async throws -> Load.Result {
        let orders = load.beginOrders(20)
        for _ in 0..<20 { try await shop.line(containing: "order began") }
        // Each worker ends when its connection is refused or closed. When all have ended, the server has stopped listening.
        var result = try await load.sendUntilRefused(after: 2000) { shop.terminate() }
        let late = try await orders.finish()
        let status = await shop.status()
        report(
            "drain: SIGTERM after 2000 requests, \(result.answered) answered, then \(late.answered) orders that had begun, "
                + "\(result.wrong.count + late.wrong.count) wrong, exit \(status)")
        if late.answered != 20 { throw CheckFailure("Only \(late.answered) of 20 orders were answered.") }
        if status != 0 { throw CheckFailure("The shop exited with \(status).") }
        result.add(late)
        return result
    }

    /// Prints a line without buffering, even into a pipe.
    private static func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("LoadCheck: \(message)\n".utf8))
        exit(1)
    }
}

/// An error for a failed check.
struct CheckFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
