// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport
public import HalyardTransport

#if !os(Linux)
    import HalyardURLSession
#endif

/// The transport that suits the platform: `CurlTransport` on Linux, `URLSessionTransport` elsewhere.
///
/// Providers use it where an app hands them no transport of its own:
///
/// ```swift
/// let transport = transport ?? PlatformTransport.make(time: time)
/// ```
public enum PlatformTransport: Sendable {
    /// Makes a transport; opens no connection.
    ///
    /// Each has connections of its own, so share one where you can.
    ///
    /// - Parameters:
    ///   - userAgent: The `User-Agent` of requests that have none.
    ///   - time: What deadlines are measured by.
    public static func make(
        userAgent: String = "Halyard", time: any TimeSource = SystemTime()
    ) -> any HTTPTransport {
        #if os(Linux)
            CurlTransport(userAgent: userAgent, time: time)
        #else
            URLSessionTransport(userAgent: userAgent, time: time)
        #endif
    }

    /// Makes a transport with options; reads the files that they name, and opens no connection.
    ///
    /// - Parameters:
    ///   - options: Proxy and certificates.
    ///   - files: The file system by which files are checked.
    ///   - userAgent: The `User-Agent` of requests that have none.
    ///   - time: What deadlines are measured by.
    /// - Throws: The first option that the platform's transport cannot obey.
    public static func make(
        _ options: NetworkOptions, files: any FileSystem = LocalFileSystem(), userAgent: String = "Halyard",
        time: any TimeSource = SystemTime()
    ) throws(NetworkOptionsError) -> any HTTPTransport {
        #if os(Linux)
            try CurlTransport(options, files: files, userAgent: userAgent, time: time)
        #else
            try URLSessionTransport(options, files: files, userAgent: userAgent, time: time)
        #endif
    }
}
