// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Checks `CurlTransport` with servers and proxies that use a temporary certificate authority.
///
/// `Tests/Checks/TLSServer/run` starts the servers and passes their locations. The program exits with 1 if a check fails.
@main
struct TLSServerCheck {
    static func main() async throws {
        var report = Report()
        #if os(Linux)
            let servers = Servers(CommandLine.arguments.dropFirst())
            try await report.certificates(servers)
            try await report.manyStreams(servers)
            try await report.endings(servers)
            try await report.proxies(servers)
            try await report.environment(servers)
        #endif
        print("tls server: \(report.held) checks succeeded, \(report.failures) failed")
        if report.failures > 0 || report.held == 0 { exit(1) }
    }
}
