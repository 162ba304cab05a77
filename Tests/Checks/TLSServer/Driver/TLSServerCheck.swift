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

/// Holds `CurlTransport` against servers and proxies with a throw-away authority.
///
/// `Tests/Checks/TLSServer/run` starts them, and hands
/// over where they are. Exits with 1 when something is not as it should be.
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
        print("tls server: \(report.held) checks hold, \(report.failures) do not")
        if report.failures > 0 || report.held == 0 { exit(1) }
    }
}
