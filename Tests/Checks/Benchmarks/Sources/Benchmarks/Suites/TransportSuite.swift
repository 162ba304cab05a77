// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CMeasure
    import HalyardTransport
    import HalyardURLSession

    extension Suite {
        /// The cost of transports, compared with libcurl called from C.
        ///
        /// One server in the same process answers all of them.
        static let transports = Suite(
            rows: [
                Row(
                    name:
                        "requests one after the other over one kept-alive connection, CurlTransport against libcurl from C",
                    measure: .time, work: "requests, CurlTransport", baseline: "requests, C",
                    limit: .ratioAtMost(4)),
                Row(
                    name: "the same, URLSessionTransport against libcurl from C", measure: .time,
                    work: "requests, URLSessionTransport", baseline: "requests, C", limit: .none),
                Row(
                    name: "a megabyte of 1 GB of events over one stream, CurlTransport against libcurl from C",
                    measure: .time, work: "stream, CurlTransport", baseline: "stream, C", limit: .ratioAtMost(1.3),
                    weight: .aim),
                Row(
                    name: "the same, URLSessionTransport against libcurl from C", measure: .time,
                    work: "stream, URLSessionTransport", baseline: "stream, C", limit: .none),
            ], rounds: 3
        ) {
            let port = halyard_http_server()
            guard port != 0 else { throw Trouble("The server didn't start.") }
            let server = "http://127.0.0.1:\(port)"
            let (curl, session) = (CurlTransport(), URLSessionTransport())
            return [
                Work("requests, C", repetitions: requestCount) { times in
                    checked(halyard_http_get(server + "/flags", Int32(times)), times * answerSize)
                },
                Work(
                    "requests, CurlTransport", repetitions: requestCount, waiting: { await requests(curl, server, $0) }),
                Work(
                    "requests, URLSessionTransport", repetitions: requestCount,
                    waiting: { await requests(session, server, $0) }),
                Work("stream, C", repetitions: streamSize) { times in
                    checked(halyard_http_get("\(server)/stream/\(times)", 1), times << 20)
                },
                Work("stream, CurlTransport", repetitions: streamSize, waiting: { await stream(curl, server, $0) }),
                Work(
                    "stream, URLSessionTransport", repetitions: streamSize,
                    waiting: { await stream(session, server, $0) }),
            ]
        }

        private static let requestCount = 5000
        /// The size of the stream in megabytes.
        private static let streamSize = 1024
        private static let answerSize = 96

        private static func requests(_ transport: any HTTPTransport, _ server: String, _ times: Int) async -> Int {
            var size = 0
            for _ in 0..<times {
                size +=
                    (try? await transport.send(HTTPRequest(server + "/flags"), within: HTTPLimits()).body.count) ?? 0
            }
            return checked(Int64(size), times * answerSize)
        }

        private static func stream(_ transport: any HTTPTransport, _ server: String, _ megabytes: Int) async -> Int {
            var limits = HTTPStreamLimits()
            // URLSession on Linux can't apply backpressure, so it buffers the whole stream.
            limits.maximumBufferSize = 2 << 30
            var size = 0
            do {
                for try await event in transport.stream(HTTPRequest("\(server)/stream/\(megabytes)"), within: limits) {
                    if case .bytes(let bytes) = event { size += bytes.count }
                }
            } catch {
                fatalError("\(error)")
            }
            return checked(Int64(size), megabytes << 20)
        }

        /// Returns the number of received bytes, which must match the number of sent bytes.
        private static func checked(_ size: Int64, _ expected: Int) -> Int {
            precondition(size == Int64(expected), "\(size) bytes arrived, expected \(expected).")
            return Int(size)
        }
    }
#endif
