// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

// What a command-line program does with its standard streams.
extension Platform {
    /// Where a program writes.
    package enum StandardStream: String, Sendable {
        case output = "standard output"
        case errors = "standard error"

        fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
    }

    /// Whether a person sees what is written to a stream.
    package static func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.descriptor) == 1 }

    /// Writes a text to a stream; ends the program, with the status of a broken pipe, when its reader is gone.
    package static func write(_ text: String, to stream: StandardStream) throws(FileError) {
        if writeAll(stream.descriptor, Array(text.utf8)) { return }
        // Where the signal is ignored, as some parents leave it, the write fails instead.
        if errno == EPIPE { end(128 + SIGPIPE) }
        throw FileError(path: stream.rawValue, reason: lastError)
    }

    /// Ends the program.
    package static func end(_ status: Int32) -> Never { exit(status) }
}
