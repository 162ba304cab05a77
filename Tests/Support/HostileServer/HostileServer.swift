// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A server on 127.0.0.1 that does to its clients what a test asks it to.
///
/// ```swift
/// let server = try HostileServer(answering: { request in [.send(.response(body: "hello"))] })
/// defer { server.stop() }
/// … ask server.url("/flags") …
/// let request = try await server.nextRequest()
/// ```
///
/// Each connection goes through its ``Step``s on a thread of its own that may block; nothing of it runs on the cooperative
/// thread pool. Call ``stop()`` at the end: until then, the threads live. Safe to use from any thread.
///
/// On Linux with Swift 6.3.1, URLSession aborts the process at two things, so do not do them to it: a trailer behind the last
/// chunk, and an end (`close`, `halfClose`, ``stop()``) between the status line and the end of a head. A reset is harmless.
package final class HostileServer: Sendable {
    private struct Running {
        var connections: [Int: Connection] = [:]
        var isStopped = false
    }

    /// The port it listens on.
    package let port: UInt16

    private let listener: Socket
    private let reservation: Socket?
    private let ledger = Ledger()
    private let running = Lock(Running())

    /// Makes a server that answers every request of every connection, until the client closes or a step ends it.
    package convenience init(answering steps: @escaping @Sendable (RecordedRequest) -> [Step]) throws {
        try self.init(connections: { _ in [.forever([.answer(steps)])] })
    }

    /// Makes a server that goes through the same steps on every connection, and closes it behind the last.
    package convenience init(_ steps: Step...) throws {
        try self.init(connections: { _ in steps })
    }

    /// Makes a server that goes through other steps on every connection.
    ///
    /// - Parameter steps: What to do on a connection; they are numbered from 0.
    package init(connections steps: @escaping @Sendable (Int) -> [Step]) throws {
        (listener, port, reservation) = try Socket.listening()
        guard BlockingThread.start({ self.accept(steps) }) else {
            listener.end()
            reservation?.end()
            throw SocketError(description: "no thread left")
        }
    }

    /// The URL of something on this server.
    package func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }

    /// Ends all connections and listens no more; returns at once, and the threads end soon after.
    package func stop() {
        let connections = running.withLock { running -> [Connection]? in
            guard !running.isStopped else { return nil }
            running.isStopped = true
            return Array(running.connections.values)
        }
        guard let connections else { return }
        for connection in connections { connection.stop() }
        // Wakes the thread that waits for connections, which then sees that there will be none.
        try? Socket.connected(to: port).end()
    }

    /// Returns when every thread of a stopped server has ended.
    package func untilEnded() async throws {
        try await ledger.wait { entries in
            !entries.isListening && entries.ended.count == entries.connections ? () : nil
        }
    }

    /// Gives back the ports that stopped servers still reserve, for a program that counts its descriptors.
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

    /// Takes a connection in; nil when the server is stopped.
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

// What the server saw; a caller that waits gets a `CancellationError` when the task is cancelled.
extension HostileServer {
    /// All requests so far, in the order in which they were read.
    package var requests: [RecordedRequest] { ledger.entries.requests }

    /// How many connections were accepted so far.
    package var connectionCount: Int { ledger.entries.connections }

    /// How many connections are open right now.
    package var openConnectionCount: Int {
        let entries = ledger.entries
        return entries.connections - entries.ended.count
    }

    /// Waits for the next request that no call of this function has returned yet; for one caller at a time.
    package func nextRequest() async throws -> RecordedRequest {
        let number = ledger.update { entries -> Int in
            entries.requestsTaken += 1
            return entries.requestsTaken - 1
        }
        return try await ledger.wait { $0.requests.count > number ? $0.requests[number] : nil }
    }

    /// Waits until so many connections were accepted.
    package func untilConnected(_ count: Int) async throws {
        try await ledger.wait { $0.connections >= count ? () : nil }
    }

    /// Waits until the client has ended a connection, gracefully or not; they are numbered from 0.
    ///
    /// The server notices when it reads or writes: in `stall`, `halfClose` and `flood`, between pieces, and while it waits
    /// for a request; not at a gate.
    package func untilClosedByClient(_ connection: Int = 0) async throws {
        try await ledger.wait { $0.closedByClient.contains(connection) ? () : nil }
    }
}
