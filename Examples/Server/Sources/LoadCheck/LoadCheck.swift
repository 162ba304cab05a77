// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Hummingbird

/// Sends requests of 1,000 users to the shop, and compares each response with the result of the vendors' evaluators.
///
///     LoadCheck <answers> [<configuration> <vendor>=<rules>…]
///
/// `answers` is the output of `Checks/answers.py`. With a configuration, the shop gets the rules from a server of the vendors, and
/// reports its counts to this server. Otherwise, the shop uses its shipped rules.
@main
struct LoadCheck {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let answers = arguments.first, arguments.count != 2 else {
            fail("usage: LoadCheck <answers> [<configuration> <vendor>=<rules>…]")
        }
        do {
            let users = try User.all(in: answers)
            guard let configuration = arguments.dropFirst().first else { return try await check(users, [:], nil) }
            try await VendorServer(rules: rules(arguments.dropFirst(2))).run { server in
                try await check(users, server.variables.merging(["FLAGS": configuration]) { $1 }, server)
            }
        } catch {
            fail("\(error)")
        }
    }

    /// Reads the rules of the vendors in the arguments.
    private static func rules(_ arguments: ArraySlice<String>) throws -> [String: ByteBuffer] {
        var rules: [String: ByteBuffer] = [:]
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw CheckFailure("Use <vendor>=<rules> instead of \"\(argument)\".") }
            rules[parts[0]] = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: parts[1])))
        }
        return rules
    }

    private static func check(
        _ users: [User], _ variables: [String: String], _ server: VendorServer.Running?
    ) async throws {
        let shop = try ShopProcess(variables)
        // Shorter than the time limit of `run`, which would end this program but not the shop.
        let deadline = Task {
            try await Task.sleep(for: .seconds(300))
            shop.kill()
            fail("The check took longer than 300 seconds.")
        }
        defer {
            deadline.cancel()
            shop.kill()
        }
        let url = try await shop.url()
        try await Load.run(url: url, users: users) { load in try await check(load, shop, server) }
    }

    private static func check(_ load: Load, _ shop: ShopProcess, _ server: VendorServer.Running?) async throws {
        try await load.untilReady()
        let first = try await load.send(10_000)
        report("load: \(first.answered) requests of \(load.users.count) users, \(first.wrong.count) wrong")
        if let wrong = first.wrong.first { throw CheckFailure("First wrong response: \(wrong)") }

        let second = try await drain(load, shop)
        if let wrong = second.wrong.first { throw CheckFailure("First wrong response: \(wrong)") }

        guard let server else { return }
        var made = first.counts
        made += second.counts
        let reported = server.counts
        report("counts: \(made.total) made, \(reported.total) reported")
        if made != reported { throw CheckFailure("Wrong counts. \(made.difference(to: reported)).") }
        try checkContexts(server.contexts, of: load.users)
    }

    /// Checks that LaunchDarkly has received each context once: its users, and the users with an order.
    ///
    /// In a migration, it also receives the orders of the other vendor's users.
    private static func checkContexts(_ contexts: [String: Int], of users: [User]) throws {
        let served = users.filter { $0.vendor == "launchdarkly" }
        if served.isEmpty { return }
        let expected = Set((served + users.prefix(orderCount)).map(\.id))
        let repeated = contexts.filter { $0.value > 1 }.count
        let missing = expected.subtracting(contexts.keys).count
        let unexpected = Set(contexts.keys).subtracting(expected).count
        report(
            "contexts: \(contexts.count) reported, \(repeated) more than once, \(missing) missing, \(unexpected) unexpected"
        )
        if repeated + missing + unexpected > 0 {
            throw CheckFailure("Each user of LaunchDarkly and each user with an order must be reported once.")
        }
    }

    /// The number of orders, each of another user.
    private static let orderCount = 20

    /// Ends the shop while requests are in progress.
    private static func drain(_ load: Load, _ shop: ShopProcess) async throws -> Load.Result {
        let orders = load.beginOrders(orderCount)
        for _ in 0..<orderCount { try await shop.line(containing: "order began") }
        // Each worker ends when its connection is refused or closed. When all have ended, the server has stopped listening.
        var result = try await load.sendUntilRefused(after: 2000) { shop.terminate() }
        let late = try await orders.finish()
        let status = await shop.status()
        report(
            "drain: SIGTERM after 2000 requests, \(result.answered) answered, then \(late.answered) orders that had begun, "
                + "\(result.wrong.count + late.wrong.count) wrong, exit \(status)")
        if late.answered != orderCount {
            throw CheckFailure("Only \(late.answered) of \(orderCount) orders were answered.")
        }
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
