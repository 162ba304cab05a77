// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncHTTPClient
import Foundation
import Hummingbird
import Synchronization

/// A load of requests to the shop, whose responses are compared with the expected responses.
struct Load {
    /// The result of some requests.
    struct Result: Sendable {
        var answered = 0
        var wrong: [String] = []
        /// The counts that the shop must report for the responses.
        var counts = Counts()

        mutating func add(_ other: Result) {
            answered += other.answered
            wrong += other.wrong
            counts += other.counts
        }

        fileprivate mutating func add(_ data: ByteBuffer, _ status: UInt, _ route: Route, _ user: User) {
            answered += 1
            counts += user[route]?.counts ?? Counts()
            let answer = try? JSONDecoder().decode(Answer.self, from: Data(buffer: data))
            if status == 200, let answer, answer == user[route]?.answer { return }
            wrong.append("\(route) of \(user.id), \(user.plan): \(status) \(String(buffer: data))")
        }
    }

    /// The number of concurrent requests.
    static let workers = 100

    let url: String
    let users: [User]
    private let client: HTTPClient

    /// Runs a function with a load, and then shuts down the load's client.
    static func run(url: String, users: [User], _ body: (Load) async throws -> Void) async throws {
        let load = Load(url: url, users: users)
        do {
            try await body(load)
        } catch {
            try? await load.client.shutdown()
            throw error
        }
        try await load.client.shutdown()
    }

    private init(url: String, users: [User]) {
        self.url = url
        self.users = users
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(60), read: .seconds(60)))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 200
        // Each worker must notice when the server stops listening.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }

    /// Returns when all vendors' rules have arrived in the shop.
    ///
    /// On a busy machine, the shop can also begin to listen with its shipped rules. A read of flags would be counted, but its correct
    /// response wouldn't be known.
    func untilReady() async throws {
        while true {
            let response = try await client.execute(HTTPClientRequest(url: url + "/ready"), timeout: .seconds(60))
            let status = String(buffer: try await response.body.collect(upTo: 1 << 16))
            if response.status == .ok, status == "READY" { return }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Sends a number of requests for the users in turn.
    ///
    /// The route alternates between two routes after each round.
    func send(_ count: Int) async throws -> Result {
        try await withWorkers { worker in
            var result = Result()
            for number in stride(from: worker, to: count, by: Self.workers) {
                try await send(number, into: &result)
            }
            return result
        }
    }

    /// Sends requests until the server accepts no more connections.
    ///
    /// - Parameters:
    ///   - limit: The number of responses before which a failed request is an error.
    ///   - end: Called when this number is reached.
    func sendUntilRefused(after limit: Int, _ end: @escaping @Sendable () -> Void) async throws -> Result {
        let total = Counter()
        return try await withWorkers { worker in
            var result = Result()
            var number = worker
            while true {
                do {
                    try await send(number, into: &result)
                } catch {
                    if total.value < limit { throw error }
                    return result
                }
                number += Self.workers
                if total.increment() == limit { end() }
            }
        }
    }

    /// Sends the first half of orders, whose second half is sent later.
    func beginOrders(_ count: Int) -> Orders {
        Orders(
            (0..<count).map { number in
                let (body, rest) = AsyncStream.makeStream(of: ByteBuffer.self)
                rest.yield(ByteBuffer(string: "{\"total\":"))
                let user = users[number]
                var request = request(.orders, user)
                request.method = .POST
                request.headers.add(name: "Content-Type", value: "application/json")
                request.body = .stream(body, length: .unknown)
                return (rest, Task { [request, self] in try await answer(to: request, .orders, user) })
            })
    }

    private func withWorkers(_ work: @escaping @Sendable (Int) async throws -> Result) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            for worker in 0..<Self.workers { group.addTask { try await work(worker) } }
            return try await group.reduce(into: Result()) { $0.add($1) }
        }
    }

    private func send(_ number: Int, into result: inout Result) async throws {
        let route = (number / users.count).isMultiple(of: 2) ? Route.cart : .limits
        let user = users[number % users.count]
        result.add(try await answer(to: request(route, user), route, user))
    }

    private func request(_ route: Route, _ user: User) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + route.path)
        request.headers.add(name: "X-User-ID", value: user.id)
        request.headers.add(name: "X-Plan", value: user.plan)
        return request
    }

    private func answer(to request: HTTPClientRequest, _ route: Route, _ user: User) async throws -> Result {
        let response = try await client.execute(request, timeout: .seconds(60))
        let data = try await response.body.collect(upTo: 1 << 16)
        var result = Result()
        result.add(data, response.status.code, route, user)
        return result
    }
}

/// Orders whose first half has been sent to the shop.
struct Orders {
    fileprivate let orders: [(rest: AsyncStream<ByteBuffer>.Continuation, answer: Task<Load.Result, any Error>)]

    fileprivate init(_ orders: [(AsyncStream<ByteBuffer>.Continuation, Task<Load.Result, any Error>)]) {
        self.orders = orders
    }

    /// Sends the second half of each order, and waits for the responses.
    func finish() async throws -> Load.Result {
        for order in orders {
            order.rest.yield(ByteBuffer(string: "\(Route.total)}"))
            order.rest.finish()
        }
        var result = Load.Result()
        for order in orders { result.add(try await order.answer.value) }
        return result
    }
}

/// A counter that workers share.
private final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    func increment() -> Int { number.add(1, ordering: .relaxed).newValue }
}
