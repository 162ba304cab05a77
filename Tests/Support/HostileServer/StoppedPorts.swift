// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Reserved ports of stopped servers.
///
/// Without the reservation, a client that sends a last request after its test could reach the server of another test, and
/// receive one of its responses.
enum StoppedPorts {
    /// The maximum number of ports, because each port needs a file descriptor.
    private static let limit = 256
    private static let reservations = Lock<[Socket]>([])

    /// Reserves a port, and releases the oldest port if there are too many.
    static func keep(_ reservation: Socket) {
        let oldest = reservations.withLock { reservations -> Socket? in
            reservations.append(reservation)
            return reservations.count > limit ? reservations.removeFirst() : nil
        }
        oldest?.end()
    }

    /// Releases all ports.
    static func release() {
        let all = reservations.withLock { reservations -> [Socket] in
            defer { reservations = [] }
            return reservations
        }
        for reservation in all { reservation.end() }
    }
}
