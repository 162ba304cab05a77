// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HostileServer
import Testing

/// Tests of every transport over real sockets, against a server that misbehaves.
///
/// | problem with a bare URLSession on Linux or a bare libcurl | test |
/// | --- | --- |
/// | 401 with a challenge never completes | `Sending.challenge`, `Streaming.challenge` |
/// | 307 and 308 drop the body | `Redirects.keepsBody` |
/// | a redirect sends the key to another host | `Redirects.hidesKeys` |
/// | a cache hides a 304 response | `Sending.surfacesNotModified` |
/// | a head that arrives byte by byte never times out | `Deadlines.headDrips`, `Deadlines.streamHeadDrips` |
/// | silence after the head | `Deadlines.bodyStalls`, `Deadlines.streamFallsSilent` |
/// | an end at a chunk boundary looks like any other error | `Streaming.endWithoutLastChunk`, `Sending.lost` |
/// | a reset | `Streaming.reset`, `Sending.lost` |
/// | a stream that receives only heartbeats | `Deadlines.heartbeats` |
/// | without back-pressure, a flood fills the memory | `Streaming.slowReader`, Tests/Checks/Soak |
/// | callbacks after cancellation | `Ending.nothingAfterCancel` |
/// | canceling and closing block during a flood | `Ending.closeInFlood`, `Ending.cancelInFlood` |
/// | at most six connections to a host | `Streaming.manyStreamsAndPoll` |
/// | two heads (103, CONNECT) | `Sending.earlyHints`, `ProxyTests` |
/// | gzip bodies and wrong lengths | `Sending.gzip`, `Sending.countsDecodedBytes`, `Sending.lost` |
/// | a reused connection that the server has closed | `Sending.staleConnection` |
/// | timeouts are truncated to seconds | `Deadlines.subSecond` |
/// | events and characters are split at any byte | `Streaming.cutAnywhere` |
/// | header names in any case | `Sending.headerNames` |
/// | 2,000 reconnects | Tests/Checks/Soak |
/// | canceling a task during a redirect aborts the process | `Redirects.cancelledMeanwhile` |
/// | a trailer after the last chunk aborts the process | `Sending.trailers`, documented at `URLSessionTransport` |
/// | a close within the head aborts the process, or counts as success | `Sending.cutHead`, also documented there |
/// | a body is sent again on a new connection | `Sending.staleConnection` |
@Suite("Transports")
enum TransportTests {}

/// Limits that no test reaches, even on a busy machine.
let patient = HTTPLimits(deadline: .seconds(3600))
/// Stream limits that no test reaches, even on a busy machine.
let patientStream = HTTPStreamLimits(
    responseTimeout: .seconds(3600), idleTimeout: .seconds(3600), maximumBufferSize: 1 << 30)

/// The statuses, the body, and the final error of a stream.
struct StreamOutcome: Equatable {
    var statuses: [Int] = []
    var text = ""
    var error: TransportError.Kind?

    /// Reads a stream to its end, and calls `onBytes` after each piece of the body.
    static func of(_ stream: HTTPStream, onBytes: () -> Void = {}) async -> StreamOutcome {
        var outcome = StreamOutcome()
        var bytes: [UInt8] = []
        var iterator = stream.makeAsyncIterator()
        do throws(TransportError) {
            while let event = try await iterator.next(isolation: nil) {
                switch event {
                case .head(let head): outcome.statuses.append(head.status)
                case .bytes(let more):
                    bytes += more
                    onBytes()
                }
            }
        } catch {
            outcome.error = error.kind
        }
        outcome.text = String(decoding: bytes, as: UTF8.self)
        return outcome
    }
}

/// Returns the kind of the error that a function throws, or `nil` if it doesn't throw.
func kind<Value>(of body: () async throws(TransportError) -> Value) async -> TransportError.Kind? {
    do throws(TransportError) {
        _ = try await body()
        return nil
    } catch {
        return error.kind
    }
}

/// Returns the kind of the error that a stream throws next, or `nil` if it doesn't throw.
func nextError(_ iterator: inout HTTPStream.Iterator) async -> TransportError.Kind? {
    do throws(TransportError) {
        _ = try await iterator.next(isolation: nil)
        return nil
    } catch {
        return error.kind
    }
}
