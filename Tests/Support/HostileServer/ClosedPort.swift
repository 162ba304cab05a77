// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A port on 127.0.0.1 that no program listens on until it's released.
package final class ClosedPort: Sendable {
    private let socket: Socket
    private let port: UInt16

    /// Creates a closed port, and reserves it.
    package init() throws { (socket, port) = try Socket.bound() }

    deinit { socket.end() }

    /// Returns a URL that can't be reached.
    package func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }
}
