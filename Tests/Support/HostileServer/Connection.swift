// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport

/// One connection, which performs its steps on a separate thread.
final class Connection: Sendable {
    /// The reason that the steps end early.
    private enum End: Error {
        case closedByClient
        case closed
        case stopped
    }

    private struct Phase {
        var isOpen = true
        var isStopped = false
    }

    private static let floodPiece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)

    private let number: Int
    private let socket: Socket
    private let ledger: Ledger
    private let wake = DispatchSemaphore(value: 0)
    private let phase = Lock(Phase())

    init(_ number: Int, _ socket: Socket, _ ledger: Ledger) {
        self.number = number
        self.socket = socket
        self.ledger = ledger
    }

    /// Performs the steps, and closes the connection.
    func run(_ steps: [Step]) {
        var reader = RequestReader()
        var isClosedByClient = false
        do throws(End) {
            try perform(steps, &reader)
        } catch {
            isClosedByClient = error == .closedByClient
        }
        phase.withLock { phase in
            phase.isOpen = false
            socket.end()
        }
        ledger.update { [number, isClosedByClient] entries in
            if isClosedByClient { entries.closedByClient.insert(number) }
            entries.ended.insert(number)
        }
    }

    /// Makes the thread end soon, even if it waits.
    func stop() {
        phase.withLock { phase in
            phase.isStopped = true
            // The descriptor of a closed socket might already belong to another socket.
            if phase.isOpen { socket.interrupt() }
        }
        wake.signal()
    }

    private var isStopped: Bool { phase.withLock { $0.isStopped } }

    private func perform(_ steps: [Step], _ reader: inout RequestReader) throws(End) {
        for step in steps { try perform(step, &reader) }
    }

    private func perform(_ step: Step, _ reader: inout RequestReader) throws(End) {
        switch step {
        case .readRequest: _ = try readRequest(&reader)
        case .answer(let steps): try perform(steps(try readRequest(&reader)), &reader)
        case .send(let wire): try send(wire.bytes)
        case .pieces(let wire, let sizes, let pause): try sendPieces(wire.bytes, sizes, pause)
        case .flood(let count): try flood(count)
        case .wait(let gate): try wait(at: gate)
        case .open(let gate): gate.open()
        case .stall: try readToTheEnd()
        case .halfClose:
            socket.endWriting()
            try readToTheEnd()
        case .reset:
            socket.closeByReset()
            throw .closed
        case .close: throw .closed
        case .forever(let steps): while true { try perform(steps, &reader) }
        }
    }

    private func readRequest(_ reader: inout RequestReader) throws(End) -> RecordedRequest {
        guard let request = reader.next(connection: number, { socket.read() }) else { throw lost }
        ledger.update { $0.requests.append(request) }
        return request
    }

    private func send(_ bytes: [UInt8]) throws(End) {
        guard socket.write(bytes) else { throw lost }
    }

    private func sendPieces(_ bytes: [UInt8], _ sizes: [Int], _ pause: Duration) throws(End) {
        var rest = bytes[...]
        var turn = 0
        while !rest.isEmpty {
            let size = sizes.isEmpty ? 1 : max(1, sizes[turn % sizes.count])
            try send(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            turn += 1
            _ = wake.wait(timeout: .now() + .nanoseconds(Int(clamping: pause.nanoseconds)))
            if isStopped || socket.isAtEnd { throw lost }
        }
    }

    private func flood(_ count: Int) throws(End) {
        var rest = count
        while rest > 0 {
            try send(Array(Self.floodPiece.prefix(rest)))
            rest -= Self.floodPiece.count
        }
    }

    private func wait(at gate: Gate) throws(End) {
        gate.signal(wake)
        repeat {
            wake.wait()
            if isStopped { throw .stopped }
        } while !gate.isOpen
    }

    private func readToTheEnd() throws(End) {
        while !socket.read().isEmpty {}
        throw lost
    }

    /// The reason that the connection can't be read or written anymore.
    private var lost: End { isStopped ? .stopped : .closedByClient }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { Int64(self / .nanoseconds(1)) }
}
