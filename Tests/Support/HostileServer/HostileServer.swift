// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A server on 127.0.0.1 with responses and errors that a test controls.
///
/// ```swift
/// let server = try HostileServer(answering: { request in [.send(.response(body: "hello"))] })
/// defer { server.stop() }
/// … request server.url("/flags") …
/// let request = try await server.nextRequest()
/// ```
///
/// Each connection performs its ``Step``s on a separate thread that can block, and not on the cooperative thread pool. The
/// threads run until you call ``stop()``. The server is safe to use from any thread.
///
/// On Linux with Swift 6.3.1, two things make URLSession abort the process: a trailer after the last chunk, and an end
/// (`close`, `halfClose`, ``stop()``) between the status line and the end of the header fields. Don't use them in tests of
/// URLSession. A reset is safe.
package final class HostileServer: Sendable {
    private struct Running {
        var connections: [Int: Connection] = [:]
        var isStopped = false
    }

    /// The port that the server listens on.
    package let port: UInt16

    private let listener: Socket
    private let reservation: Socket?
    private let ledger = Ledger()
    private let running = Lock(Running())

    /// Creates a server that responds to every request of each connection until the client or a step closes it.
    package convenience init(answering steps: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        try self.init(connections: { _ in [.forever([.answer(steps)])] })
    }

    /// Creates a server that performs the same steps on every connection, and then closes it.
    package convenience init(_ steps: Step...) throws {
        try self.init(connections: { _ in steps })
    }

    /// Creates a server with separate steps for each connection.
    ///
    /// - Parameter steps: A closure that returns the steps of a connection for its number, which starts with 0.
    package init(connections steps: @escaping @Sendable (Int) -> [Step]) throws {
        (listener, port, reservation) = try Socket.listening()
        guard BlockingThread.start({ self.accept(steps) }) else {
            listener.end()
            reservation?.end()
            throw SocketError(description: "The system can't create another thread.")
        }
    }

    /// Returns a URL on this server.
    package func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }

    /// Closes all connections, and stops listening.
    ///
    /// It returns immediately, and the threads end soon after.
    package func stop() {
        let connections = running.withLock { running -> [Connection]? in
            guard !running.isStopped else { return nil }
            running.isStopped = true
            return Array(running.connections.values)
        }
        guard let connections else { return }
        for connection in connections { connection.stop() }
        // The connection wakes the thread that accepts connections, which then ends.
        try? Socket.connected(to: port).end()
    }

    /// Returns when every thread of a stopped server has ended.
    package func untilEnded() async throws {
        try await ledger.wait { entries in
            !entries.isListening && entries.ended.count == entries.connections ? () : nil
        }
    }

    /// Releases the ports that stopped servers still reserve, for a program that counts its descriptors.
    package static func releaseStoppedPorts() { StoppedPorts.release() }

    private func accept(_ steps: @escaping @Sendable (Int) -> [Step]) {
        while let socket = listener.accepted() {
            guard let connection = adopt(socket) else {
                socket.end()
                break
            }
            let isRunning = BlockingThread.start {
                connection.value.run(steps(connection.number))
                self.running.withLock { _ = $0.connections.removeValue(forKey: connection.number) }
            }
            if !isRunning { connection.value.run([]) }
        }
        listener.end()
        if let reservation { StoppedPorts.keep(reservation) }
        ledger.update { $0.isListening = false }
    }

    /// Registers and returns a connection, or returns `nil` if the server is stopped.
    private func adopt(_ socket: Socket) -> (number: Int, value: Connection)? {
        let number = ledger.entries.connections
        let connection = Connection(number, socket, ledger)
        let isWelcome = running.withLock { running -> Bool in
            if !running.isStopped { running.connections[number] = connection }
            return !running.isStopped
        }
        guard isWelcome else { return nil }
        ledger.update { $0.connections += 1 }
        return (number, connection)
    }
}

// Functions that wait throw a `CancellationError` when the task is canceled.
extension HostileServer {
    /// All requests so far, in the order in which they were read.
    package var requests: [RecordedRequest] { ledger.entries.requests }

    /// The number of connections accepted so far.
    package var connectionCount: Int { ledger.entries.connections }

    /// The number of open connections.
    package var openConnectionCount: Int {
        let entries = ledger.entries
        return entries.connections - entries.ended.count
    }

    /// Returns the next request that this function hasn't returned yet.
    ///
    /// It supports one caller at a time.
    package func nextRequest() async throws -> RecordedRequest {
        let number = ledger.update { entries -> Int in
            entries.requestsTaken += 1
            return entries.requestsTaken - 1
        }
        return try await ledger.wait { $0.requests.count > number ? $0.requests[number] : nil }
    }

    /// Waits until a number of connections have been accepted.
    package func untilConnected(_ count: Int) async throws {
        try await ledger.wait { $0.connections >= count ? () : nil }
    }

    /// Waits until the client has ended a connection, gracefully or not.
    ///
    /// Connections are numbered starting with 0.
    ///
    /// The server detects this when it reads or writes: in `stall`, `halfClose`, and `flood`, between pieces, and while it
    /// waits for a request. It can't detect it while it waits at a gate.
    package func untilClosedByClient(_ connection: Int = 0) async throws {
        try await ledger.wait { $0.closedByClient.contains(connection) ? () : nil }
    }
}
