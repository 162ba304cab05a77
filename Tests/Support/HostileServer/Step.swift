// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One action of the server on a connection.
package enum Step: Sendable {
    /// Reads a request and records it.
    case readRequest
    /// Reads a request, records it, and continues with the steps that the closure returns for it.
    case answer(@Sendable (RecordedRequest) -> [Step])
    /// Sends bytes.
    case send(Wire)
    /// Sends bytes in pieces with a pause after each piece. The sizes repeat.
    case pieces(Wire, sizes: [Int], every: Duration)
    /// Sends a number of bytes of the letter `x`, or fewer if the client closes.
    case flood(bytes: Int)
    /// Waits until the test opens the gate.
    case wait(Gate)
    /// Opens a gate.
    case open(Gate)
    /// Sends nothing, and reads until the client closes.
    case stall
    /// Sends the end of the connection, and reads until the client also closes.
    case halfClose
    /// Sends a reset.
    case reset
    /// Closes the connection, as the end of the steps also does.
    case close
    /// Repeats the steps.
    case forever([Step])

    /// Sends bytes one by one, with a pause after each byte.
    package static func drip(_ wire: Wire, every pause: Duration) -> Step { .pieces(wire, sizes: [1], every: pause) }
}
