// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
@testable import HalyardTransport
@testable import HalyardURLSession
import Testing

/// The transports that come along; each test of the suite runs with all that there are on this platform.
enum TransportKind: String, Sendable, CustomTestStringConvertible {
    case urlSession
    #if os(Linux)
        case curl
    #endif

    #if os(Linux)
        static let all: [TransportKind] = [.urlSession, .curl]
    #else
        static let all: [TransportKind] = [.urlSession]
    #endif

    /// Those that outlive a trailer and the end of a connection within a head: with the other, Foundation on Linux aborts the
    /// process.
    static let robust: [TransportKind] = all.filter { kind in
        #if os(Linux)
            kind == .curl
        #else
            true
        #endif
    }

    /// Those that make a server wait for a slow reader, instead of ending the stream.
    var makesServersWait: Bool { self != .urlSession }

    var testDescription: String { rawValue }

    func make(userAgent: String = "Halyard", time: any TimeSource = SystemTime()) -> any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport(userAgent: userAgent, time: time)
        #if os(Linux)
            case .curl: CurlTransport(userAgent: userAgent, time: time)
        #endif
        }
    }
}

extension TransportKind {
    /// A call over a transport's inner part, and what closes that.
    func call(
        _ request: HTTPRequest, within limits: CallLimits, on time: any TimeSource
    ) -> (Call, close: @Sendable () -> Void) {
        switch self {
        case .urlSession:
            let lane = SessionLane("test", connections: 1, isForStreams: false)
            return (Call(request, within: limits, by: Alarm(on: time), over: lane), { lane.close() })
        #if os(Linux)
            case .curl:
                guard let lane = try? CurlLane(CurlSettings(library: CurlLibrary.shared.get())) else {
                    preconditionFailure("the tests need libcurl")
                }
                return (Call(request, within: limits, by: Alarm(on: time), over: lane), { lane.close() })
        #endif
        }
    }
}
