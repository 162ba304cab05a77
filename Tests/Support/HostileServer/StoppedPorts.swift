// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The ports of stopped servers, which no other server receives for a while.
///
/// A client that sends a last request after its test would reach the server of another test otherwise, and take one of its answers.
enum StoppedPorts {
    /// Each port needs a file descriptor.
    private static let limit = 256
    private static let reservations = Lock<[Socket]>([])

    /// Keeps a port, and gives the oldest one back if there are too many.
    static func keep(_ reservation: Socket) {
        let oldest = reservations.withLock { reservations -> Socket? in
            reservations.append(reservation)
            return reservations.count > limit ? reservations.removeFirst() : nil
        }
        oldest?.end()
    }

    /// Gives all ports back.
    static func release() {
        let all = reservations.withLock { reservations -> [Socket] in
            defer { reservations = [] }
            return reservations
        }
        for reservation in all { reservation.end() }
    }
}
