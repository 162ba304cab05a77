// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HostileServer
import Testing

/// Every transport against a server that misbehaves, over real sockets.
///
/// | what goes wrong with a bare URLSession on Linux, or with a bare libcurl | test |
/// | --- | --- |
/// | 401 with a challenge never completes | `Sending.challenge`, `Streaming.challenge` |
/// | 307, 308 drop the body | `Redirects.keepsBody` |
/// | a redirect shows the key to another host | `Redirects.hidesKeys` |
/// | 304 must surface, not be answered by a cache | `Sending.surfacesNotModified` |
/// | a header that drips defeats the timeout | `Deadlines.headDrips`, `Deadlines.streamHeadDrips` |
/// | headers, then silence | `Deadlines.bodyStalls`, `Deadlines.streamFallsSilent` |
/// | an end at the boundary of a chunk looks like any error | `Streaming.endWithoutLastChunk`, `Sending.lost` |
/// | a reset | `Streaming.reset`, `Sending.lost` |
/// | a stream of heartbeats alone | `Deadlines.heartbeats` |
/// | no back-pressure: a flood fills the memory | `Streaming.slowReader`; the process's memory: Tests/Checks/Soak |
/// | callbacks after cancel | `Ending.nothingAfterCancel` |
/// | cancel and close block in a flood | `Ending.closeInFlood`, `Ending.cancelInFlood` |
/// | six connections to a host | `Streaming.manyStreamsAndPoll` |
/// | two heads: 103, CONNECT | `Sending.earlyHints`, `ProxyTests` |
/// | gzip bodies, lying lengths | `Sending.gzip`, `Sending.countsDecodedBytes`, `Sending.lost` |
/// | a kept-alive connection that the server has closed | `Sending.staleConnection` |
/// | timeouts are cut to whole seconds | `Deadlines.subSecond` |
/// | events and characters are cut anywhere | `Streaming.cutAnywhere` |
/// | header names in any case | `Sending.headerNames` |
/// | 2,000 reconnects | Tests/Checks/Soak |
/// | a redirect whose task is cancelled before it is answered aborts the process | `Redirects.cancelledMeanwhile` |
/// | a trailer behind the last chunk aborts the process | `Sending.trailers`; documented at `URLSessionTransport` |
/// | a close between status line and end of head aborts the process, or is a success | `Sending.cutHead`; the same |
/// | a body is sent again on a new connection | `Sending.staleConnection` |
@Suite("Transports")
enum TransportTests {}

/// Limits that no test reaches, however busy the machine is.
let patient = HTTPLimits(deadline: .seconds(3600))
/// The same for streams.
let patientStream = HTTPStreamLimits(
    responseTimeout: .seconds(3600), idleTimeout: .seconds(3600), maximumBufferSize: 1 << 30)

/// What became of a stream: its heads, its body, and how it ended.
struct StreamOutcome: Equatable {
    var statuses: [Int] = []
    var text = ""
    var error: TransportError.Kind?

    /// Reads a stream to its end; calls back whenever bytes have come.
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

/// The kind of the error that a call ends with; nil when it ends with none.
func kind<Value>(of body: () async throws(TransportError) -> Value) async -> TransportError.Kind? {
    do throws(TransportError) {
        _ = try await body()
        return nil
    } catch {
        return error.kind
    }
}

/// The kind of the error that comes next; nil when something else comes.
func nextError(_ iterator: inout HTTPStream.Iterator) async -> TransportError.Kind? {
    do throws(TransportError) {
        _ = try await iterator.next(isolation: nil)
        return nil
    } catch {
        return error.kind
    }
}
