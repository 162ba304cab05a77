// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One thing that the server does on a connection.
package enum Step: Sendable {
    /// Reads a request and records it.
    case readRequest
    /// Reads a request, records it, and goes on with the steps that the closure gives for it.
    case answer(@Sendable (RecordedRequest) -> [Step])
    /// Sends bytes at once.
    case send(Wire)
    /// Sends bytes in pieces of the given sizes, over and over, with a pause behind each piece.
    case pieces(Wire, sizes: [Int], every: Duration)
    /// Sends as many bytes of the letter `x` as the client takes, up to a count.
    case flood(bytes: Int)
    /// Waits until the test opens the gate.
    case wait(Gate)
    /// Opens a gate.
    case open(Gate)
    /// Sends nothing more and reads until the client closes.
    case stall
    /// Sends the end of the connection, and reads until the client closes too.
    case halfClose
    /// Sends a reset.
    case reset
    /// Closes; so does the end of the steps.
    case close
    /// Does the steps again and again.
    case forever([Step])

    /// Sends bytes one by one, with a pause behind each.
    package static func drip(_ wire: Wire, every pause: Duration) -> Step { .pieces(wire, sizes: [1], every: pause) }
}
