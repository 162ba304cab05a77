// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A port on 127.0.0.1 that has no listener, and will have none until it is given back.
package final class ClosedPort: Sendable {
    private let socket: Socket
    private let port: UInt16

    /// Takes a port.
    package init() throws { (socket, port) = try Socket.bound() }

    deinit { socket.end() }

    /// The URL of something that is not there.
    package func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }
}
