// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HostileServer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The system resources of this process.
struct ProcessUsage: CustomStringConvertible {
    var descriptors: Int
    var threads: Int
    /// The resident memory.
    var bytes: Int

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(bytes >> 10) KiB" }

    /// The current usage, or `nil` if the system has no `/proc`.
    static var now: ProcessUsage? {
        HostileServer.releaseStoppedPorts()
        let files = LocalFileSystem()
        guard let descriptors = try? files.names(in: "/proc/self/fd").count,
            let status = try? files.contents(of: "/proc/self/status")
        else { return nil }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        func number(_ name: String) -> Int? {
            lines.first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) }
        }
        guard let threads = number("Threads:"), let kilobytes = number("VmRSS:") else { return nil }
        return ProcessUsage(descriptors: descriptors, threads: threads, bytes: kilobytes << 10)
    }

    /// The processor time of this process, in user and system mode.
    static var processorTime: Duration {
        var usage = rusage()
        #if canImport(Glibc)
            let process = RUSAGE_SELF.rawValue
        #else
            let process = RUSAGE_SELF
        #endif
        getrusage(process, &usage)
        func duration(_ time: timeval) -> Duration {
            .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
        }
        return duration(usage.ru_utime) + duration(usage.ru_stime)
    }

    /// Returns the resources that have grown by more than the slack, and memory that has grown by more than a fifth.
    func growth(since first: ProcessUsage, slack: Int) -> [String] {
        var complaints: [String] = []
        if descriptors > first.descriptors + slack { complaints.append("\(descriptors) descriptors") }
        if threads > first.threads + slack { complaints.append("\(threads) threads") }
        if bytes > first.bytes + first.bytes / 5 { complaints.append("\(bytes >> 10) KiB") }
        return complaints
    }
}

/// Raises the limit of open files to a number, or to the highest allowed number.
func raiseOpenFileLimit(to count: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(count), limit.rlim_max))
    _ = setrlimit(resource, &limit)
}

/// Ends the program with an error.
func exit(failure code: Int32) {
    exit(code)
}
