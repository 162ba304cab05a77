// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport
public import HalyardTransport

/// An HTTP transport that uses the platform's `URLSession`, for Apple systems.
///
/// It stores no cache, cookies, or passwords. It follows up to five redirects in a row, and sends no key and no body to another
/// origin. Streams and complete responses use separate connections, so they don't wait for each other. Deadlines are exact to the
/// millisecond, on the given time source.
///
/// It's safe to use from any thread, and no call blocks its thread. Current calls continue after the last reference is released,
/// and their connections close afterward. ``close()`` ends calls immediately.
///
/// On Linux, use `CurlTransport`. With Swift 6.3.1 on Linux, an idle stream of this transport keeps a processor busy. Two responses
/// abort the process in Foundation: a chunked response that ends with a trailer field, and a response whose connection is closed,
/// not reset, between its status line and the end of its head.
public final class URLSessionTransport: HTTPTransport {
    private let streams: SessionLane
    private let requests: SessionLane
    private let userAgent: String
    private let alarm: Alarm<Call>

    /// Creates a transport without opening a connection.
    ///
    /// - Parameters:
    ///   - userAgent: The `User-Agent` of requests that don't set one.
    ///   - maximumStreams: The maximum number of simultaneous streams to one host. The default is 256. A further stream fails with
    ///     an error that names this limit.
    ///   - time: The time source for deadlines.
    public init(userAgent: String = "Halyard", maximumStreams: Int = 256, time: any TimeSource = SystemTime()) {
        streams = SessionLane("streams", connections: max(1, maximumStreams), isForStreams: true)
        requests = SessionLane("requests", connections: 6, isForStreams: false)
        self.userAgent = userAgent
        alarm = Alarm(on: time)
    }

    /// Creates a transport with options, and rejects each option that changes a default, because `URLSession` supports none.
    ///
    /// - Parameters:
    ///   - options: The proxy and certificates.
    ///   - files: The file system that is used to check the files.
    ///   - userAgent: The `User-Agent` of requests that don't set one.
    ///   - maximumStreams: The maximum number of simultaneous streams to one host.
    ///   - time: The time source for deadlines.
    /// - Throws: An error for the first option that is set, with an alternative.
    public convenience init(
        _ options: NetworkOptions, files: any FileSystem = LocalFileSystem(), userAgent: String = "Halyard",
        maximumStreams: Int = 256, time: any TimeSource = SystemTime()
    ) throws(NetworkOptionsError) {
        try options.check(files: files)
        func refuse(_ isSet: Bool, _ option: String, _ instead: String) throws(NetworkOptionsError) {
            if isSet { throw NetworkOptionsError(option, "URLSessionTransport doesn't have this option. \(instead)") }
        }
        try refuse(
            options.proxy != .environment, "proxy", "Set the proxy in the system settings, or in https_proxy on Linux"
        )
        try refuse(options.noProxy != nil, "noProxy", "Set it in the system settings, or in no_proxy on Linux")
        try refuse(
            options.certificateAuthorities != nil, "certificateAuthorities",
            "Install the authority in the system's certificate store")
        try refuse(options.clientCertificate != nil, "clientCertificate", "Pass a custom transport")
        try refuse(
            !options.verifiesPeer, "verifiesPeer", "Install the server's authority in the system's certificate store")
        self.init(userAgent: userAgent, maximumStreams: maximumStreams, time: time)
    }

    /// Sends a request and returns the complete response for any status, such as 304 or 401.
    ///
    /// A request with a body is never sent twice. If the server has closed a kept-alive connection, the error is `disconnected`,
    /// and the caller decides whether to send the request again. The platform might repeat a request without a body in this case.
    /// At most six requests to one host are sent at a time, and further requests wait.
    public func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        try await requests.send(prepared(request), within: limits, by: alarm)
    }

    /// Opens a request with an open-ended response, which each iteration sends.
    ///
    /// Informational responses (103) are skipped. If the reader falls behind by more than the limit, the stream ends with
    /// `tooLarge`, and waiting data is dropped.
    public func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        streams.stream(prepared(request), within: limits, by: alarm)
    }

    /// Ends all current calls with `closed` and releases the connections, so that later requests fail.
    ///
    /// Returns immediately, even while a response arrives. The platform closes its connections afterward.
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
