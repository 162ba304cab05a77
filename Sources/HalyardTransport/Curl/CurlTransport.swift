// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    public import HalyardSupport

    /// An HTTP transport that uses the system's libcurl, for Linux.
    ///
    /// ```swift
    /// let transport = CurlTransport(userAgent: "shop/1.4")
    /// let response = try await transport.send(HTTPRequest("https://flags.example.com/all"), within: HTTPLimits())
    /// ```
    ///
    /// It stores no cache, cookies, or passwords. It follows up to five redirects in a row, and sends no key and no body to another
    /// origin. It uses HTTP/2 if a TLS server offers it. An idle stream uses no processor time. Only the system's limit of open
    /// files restricts the number of streams and connections.
    ///
    /// The first transport loads libcurl 7.68 or later at runtime, so nothing is linked. If libcurl isn't available, every request
    /// fails immediately with an error that names the library, the loader's reason, and the package to install.
    ///
    /// It's safe to use from any thread, and no call blocks its thread. From the first request, the work runs on the transport's
    /// own thread. Current calls continue after the last reference is released, and their connections close afterward. ``close()``
    /// ends calls immediately.
    public final class CurlTransport: HTTPTransport {
        private let lane: Result<CurlLane, CurlProblem>
        private let userAgent: String
        private let alarm: Alarm<Call>

        /// Creates a transport without opening a connection.
        ///
        /// - Parameters:
        ///   - userAgent: The `User-Agent` of requests that don't set one.
        ///   - time: The time source for deadlines.
        public convenience init(userAgent: String = "Halyard", time: any TimeSource = SystemTime()) {
            self.init(library: CurlLibrary.shared, userAgent: userAgent, time: time)
        }

        /// Creates a transport with options, reads the files that they name, and opens no connection.
        ///
        /// - Parameters:
        ///   - options: The proxy and certificates.
        ///   - addresses: Other addresses to connect to for some hosts.
        ///   - files: The file system that is used to check the files. libcurl reads the files itself.
        ///   - userAgent: The `User-Agent` of requests that don't set one.
        ///   - time: The time source for deadlines.
        /// - Throws: An error for the first option that isn't supported, for example because this libcurl is too old. If libcurl
        ///   isn't available, each request throws an error instead.
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

        /// The features that the system's libcurl lacks, one sentence each with its version, which is empty for typical builds.
        public static var limitations: [String] {
            switch CurlLibrary.shared {
            case .success(let library): library.limitations
            case .failure(let problem): [problem.message + "."]
            }
        }

        /// Sends a request and returns the complete response for any status, such as 304 or 401.
        ///
        /// A request with a body is never sent twice. If the server has closed a kept-alive connection, the error is
        /// `disconnected`, and the caller decides whether to send the request again. libcurl might repeat a request without a body
        /// in this case.
        public func send(
            _ request: HTTPRequest, within limits: HTTPLimits
        ) async throws(TransportError) -> HTTPResponse {
            switch lane {
            case .success(let lane): try await lane.send(prepared(request), within: limits, by: alarm)
            case .failure(let problem): throw error(problem, request)
            }
        }

        /// Opens a request with an open-ended response, which each iteration sends.
        ///
        /// Informational responses (103) and trailers are skipped. If the number of bytes that wait for the reader reaches the
        /// limit, the connection also waits. No data is lost, and the server can't send more. Such a pause doesn't count as idle
        /// time.
        public func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
            switch lane {
            case .success(let lane): return lane.stream(prepared(request), within: limits, by: alarm)
            case .failure(let problem):
                let error = error(problem, request)
                return HTTPStream { { () async throws(TransportError) -> HTTPStream.Event? in throw error } }
            }
        }

        /// Ends all current calls with `closed` and releases the connections, so that later requests fail.
        ///
        /// Returns immediately, even while a response arrives. The connections close afterward.
        public func close() async { try? lane.get().close() }

        /// The numbers of libcurl handles in use and available for reuse.
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
