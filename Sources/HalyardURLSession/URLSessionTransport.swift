// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport
public import HalyardTransport

/// HTTP by the platform's `URLSession`: the transport of Apple systems.
///
/// It keeps nothing: no cache, no cookies, no passwords. Redirects are followed, five in a row at most; another origin
/// receives no key and no body. Streams and whole answers use separate connections, so they do not wait for each other.
/// Deadlines are kept to the millisecond, on the time source that is handed in.
///
/// Safe to use from any thread; no call blocks its thread. What is going on goes on when the last reference is let go, and
/// the connections are given back behind it; ``close()`` ends it at once.
///
/// On Linux, use `CurlTransport`. With Swift 6.3.1, an idle stream of this one keeps a processor busy there, and two answers
/// abort the process in Foundation: one in chunks that ends with a trailer field, and one whose connection is closed, not
/// reset, between its status line and the end of its head.
public final class URLSessionTransport: HTTPTransport {
    private let streams: SessionLane
    private let requests: SessionLane
    private let userAgent: String
    private let alarm: Alarm<Call>

    /// Makes a transport; opens no connection.
    ///
    /// - Parameters:
    ///   - userAgent: The `User-Agent` of requests that have none.
    ///   - maximumStreams: How many streams to one host may be open at a time, 256 without it. A further one fails with an
    ///     error that names this limit.
    ///   - time: What deadlines are measured by.
    public init(userAgent: String = "Halyard", maximumStreams: Int = 256, time: any TimeSource = SystemTime()) {
        streams = SessionLane("streams", connections: max(1, maximumStreams), isForStreams: true)
        requests = SessionLane("requests", connections: 6, isForStreams: false)
        self.userAgent = userAgent
        alarm = Alarm(on: time)
    }

    /// Makes a transport with options, of which `URLSession` has none of its own: each that changes something is refused.
    ///
    /// - Parameters:
    ///   - options: Proxy and certificates.
    ///   - files: The file system by which files are checked.
    ///   - userAgent: The `User-Agent` of requests that have none.
    ///   - maximumStreams: How many streams to one host may be open at a time.
    ///   - time: What deadlines are measured by.
    /// - Throws: The first option that is set, and what to do instead.
    public convenience init(
        _ options: NetworkOptions, files: any FileSystem = LocalFileSystem(), userAgent: String = "Halyard",
        maximumStreams: Int = 256, time: any TimeSource = SystemTime()
    ) throws(NetworkOptionsError) {
        try options.check(files: files)
        func refuse(_ isSet: Bool, _ option: String, _ instead: String) throws(NetworkOptionsError) {
            if isSet { throw NetworkOptionsError(option, "URLSessionTransport does not have this option. \(instead)") }
        }
        try refuse(
            options.proxy != .environment, "proxy", "Set the proxy in the system's settings, or on Linux in https_proxy"
        )
        try refuse(options.noProxy != nil, "noProxy", "Set it in the system's settings, or on Linux in no_proxy")
        try refuse(
            options.certificateAuthorities != nil, "certificateAuthorities",
            "Install the authority in the system's store")
        try refuse(options.clientCertificate != nil, "clientCertificate", "Pass a transport of your own")
        try refuse(!options.verifiesPeer, "verifiesPeer", "Install the server's authority in the system's store")
        self.init(userAgent: userAgent, maximumStreams: maximumStreams, time: time)
    }

    /// Sends a request and returns the whole answer, whatever its status is; a 401 as well as a 304.
    ///
    /// No body is sent twice: a kept-alive connection that the server closed meanwhile gives `disconnected`, and whether to
    /// ask again is the caller's to say. A request without a body may be repeated by the platform in that case. Six requests
    /// to one host are sent at a time, and others wait for their turn.
    public func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        try await requests.send(prepared(request), within: limits, by: alarm)
    }

    /// Opens a request whose answer has no end in sight; each iteration sends it.
    ///
    /// Informational answers (103) are left out. When the reader falls behind by more than the limit, the stream ends with
    /// `tooLarge` and what waited is dropped.
    public func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        streams.open(prepared(request), within: limits, by: alarm)
    }

    /// Ends everything that is going on with `closed` and gives the connections back; later requests fail.
    ///
    /// Returns at once, also while an answer is pouring in; the platform closes its connections behind it.
    public func close() async {
        streams.close()
        requests.close()
    }

    private func prepared(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        if request.headers["User-Agent"] == nil { request.headers["User-Agent"] = userAgent }
        return request
    }
}
