// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A client that sends and receives raw bytes, for tests of the server itself.
///
/// Its calls block a thread that can block. Call ``close()`` at the end.
package final class PlainClient: Sendable {
    private let socket: Socket

    /// Creates a client that is connected to a server.
    package init(_ server: HostileServer) throws { socket = try Socket.connected(to: server.port) }

    /// Sends bytes.
    package func send(_ wire: Wire) async {
        await BlockingWork.run { [socket] in _ = socket.write(wire.bytes) }
    }

    /// Returns the next bytes, split at any position, or an empty array at the end of the connection.
    package func receive(atMost limit: Int = 65_536) async -> [UInt8] {
        await BlockingWork.run { [socket] in socket.read(atMost: limit) }
    }

    /// Returns everything up to the end of the connection as a string.
    package func receiveAll() async -> String {
        await BlockingWork.run { [socket] in
            var all: [UInt8] = []
            while true {
                let bytes = socket.read()
                if bytes.isEmpty { return String(decoding: all, as: UTF8.self) }
                all += bytes
            }
        }
    }

    /// Closes the connection.
    ///
    /// Don't call other functions afterward.
    package func close() { socket.end() }
}
