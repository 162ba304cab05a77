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
/// Providers use it if the app doesn't pass a transport:
///
/// ```swift
/// let transport = transport ?? PlatformTransport.make(time: time)
/// ```
public enum PlatformTransport: Sendable {
    /// Creates a transport without opening a connection.
    ///
    /// Each transport has its own connections, so share one transport if possible.
    ///
    /// - Parameters:
    ///   - userAgent: The `User-Agent` of requests that don't set one.
    ///   - time: The time source for deadlines.
    public static func make(
        userAgent: String = "Halyard", time: any TimeSource = SystemTime()
    ) -> any HTTPTransport {
        #if os(Linux)
            CurlTransport(userAgent: userAgent, time: time)
        #else
            URLSessionTransport(userAgent: userAgent, time: time)
        #endif
    }

    /// Creates a transport with options, reads the files that they name, and opens no connection.
    ///
    /// - Parameters:
    ///   - options: The proxy and certificates.
    ///   - files: The file system that is used to check the files.
    ///   - userAgent: The `User-Agent` of requests that don't set one.
    ///   - time: The time source for deadlines.
    /// - Throws: An error for the first option that the platform's transport doesn't support.
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
