// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    public import HalyardSupport

    /// HTTP by the system's libcurl: the transport of Linux.
    ///
    /// ```swift
    /// let transport = CurlTransport(userAgent: "shop/1.4")
    /// let response = try await transport.send(HTTPRequest("https://flags.example.com/all"), within: HTTPLimits())
    /// ```
    ///
    /// It keeps nothing: no cache, no cookies, no passwords. Redirects are followed, five in a row at most; another origin
    /// receives no key and no body. HTTP/2 is used where a TLS server offers it. An idle stream costs no processor time, and
    /// there is no limit of streams or connections but the system's limit of open files.
    ///
    /// libcurl 7.68 or later is loaded when the first transport is made; nothing is linked. Where there is none, every request
    /// fails at once with an error that names the library, the loader's reason and the package to install.
    ///
    /// Safe to use from any thread; no call blocks its thread. The work is done on a thread of the transport's own, from its
    /// first request on. What is going on goes on when the last reference is let go, and the connections are given back behind
    /// it; ``close()`` ends it at once.
    public final class CurlTransport: HTTPTransport {
        private let lane: Result<CurlLane, CurlProblem>
        private let userAgent: String
        private let alarm: Alarm<Call>

        /// Makes a transport; opens no connection.
        ///
        /// - Parameters:
        ///   - userAgent: The `User-Agent` of requests that have none.
        ///   - time: What deadlines are measured by.
        public convenience init(userAgent: String = "Halyard", time: any TimeSource = SystemTime()) {
            self.init(library: CurlLibrary.shared, userAgent: userAgent, time: time)
        }

        /// Makes a transport with options; reads the files that they name, and opens no connection.
        ///
        /// - Parameters:
        ///   - options: Proxy and certificates.
        ///   - addresses: Other places to connect to for some hosts.
        ///   - files: The file system by which files are checked; libcurl reads them itself.
        ///   - userAgent: The `User-Agent` of requests that have none.
        ///   - time: What deadlines are measured by.
        /// - Throws: The first option that cannot be obeyed, also when this libcurl is too old for it. Where there is no libcurl,
        ///   that is no problem of the options: every request says so.
        public convenience init(
            _ options: NetworkOptions, addresses: [AddressOverride] = [], files: any FileSystem = LocalFileSystem(),
            userAgent: String = "Halyard", time: any TimeSource = SystemTime()
        ) throws(NetworkOptionsError) {
            try options.check(files: files)
            if let library = try? CurlLibrary.shared.get() {
                do throws(CurlProblem) {
                    try CurlSettings(library: library, options: options, addresses: addresses).apply(
                        to: CurlHandle(library))
                } catch {
                    throw NetworkOptionsError(error.option ?? "network", error.message)
                }
            }
            self.init(
                library: CurlLibrary.shared, options: options, addresses: addresses, userAgent: userAgent, time: time)
        }

        init(
            library: Result<CurlLibrary, CurlProblem>, options: NetworkOptions = NetworkOptions(),
            addresses: [AddressOverride] = [], userAgent: String = "Halyard", time: any TimeSource
        ) {
            lane = library.map { CurlLane(CurlSettings(library: $0, options: options, addresses: addresses)) }
            self.userAgent = userAgent
            alarm = Alarm(on: time)
        }

        /// What the system's libcurl was built without, one sentence each, with its version; empty with the usual builds.
        public static var limitations: [String] {
            switch CurlLibrary.shared {
            case .success(let library): library.limitations
            case .failure(let problem): [problem.message + "."]
            }
        }

        /// Sends a request and returns the whole answer, whatever its status is; a 401 as well as a 304.
        ///
        /// No body is sent twice: a kept-alive connection that the server closed meanwhile gives `disconnected`, and whether
        /// to ask again is the caller's to say. A request without a body may be repeated by libcurl in that case.
        public func send(
            _ request: HTTPRequest, within limits: HTTPLimits
        ) async throws(TransportError) -> HTTPResponse {
            switch lane {
            case .success(let lane): try await lane.send(prepared(request), within: limits, by: alarm)
            case .failure(let problem): throw error(problem, request)
            }
        }

        /// Opens a request whose answer has no end in sight; each iteration sends it.
        ///
        /// Informational answers (103) and trailers are left out. When as many bytes wait for the reader as the limit allows,
        /// the connection waits too: nothing is lost, and the server can send no more. Such a pause is no silence.
        public func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
            switch lane {
            case .success(let lane): return lane.open(prepared(request), within: limits, by: alarm)
            case .failure(let problem):
                let error = error(problem, request)
                return HTTPStream { { () async throws(TransportError) -> HTTPStream.Event? in throw error } }
            }
        }

        /// Ends everything that is going on with `closed` and gives the connections back; later requests fail.
        ///
        /// Returns at once, also while an answer is pouring in; the connections are closed behind it.
        public func close() async { try? lane.get().close() }

        /// How many handles of libcurl there are: in use, and for reuse.
        var handles: (busy: Int, idle: Int) { (try? lane.get().handles) ?? (0, 0) }

        private func prepared(_ request: HTTPRequest) -> HTTPRequest {
            var request = request
            if request.headers["User-Agent"] == nil { request.headers["User-Agent"] = userAgent }
            return request
        }

        private func error(_ problem: CurlProblem, _ request: HTTPRequest) -> TransportError {
            TransportError(.other, problem.message, url: WebOrigin.text(of: request.url))
        }
    }
#endif
