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

/// A stream that every program has, by its name in messages.
enum StandardStream: String, Sendable {
    case output = "standard output"
    case errors = "standard error"

    private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

    /// Whether a person sees what is written.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a text; returns why it could not be written, or nil.
    ///
    /// Ends the program, with the status of a broken pipe, when its reader is gone.
    func put(_ text: String) -> String? {
        var rest = Array(text.utf8)
        while !rest.isEmpty {
            let count = write(descriptor, rest, rest.count)
            if count < 0, errno == EINTR { continue }
            // Where the signal is ignored, as some parents leave it, the write fails instead.
            if count < 0, errno == EPIPE { exit(128 + SIGPIPE) }
            if count < 0 { return String(cString: strerror(errno)) }
            rest.removeFirst(count)
        }
        return nil
    }
}

extension ToolStatus {
    /// Ends the program.
    func end() -> Never { exit(rawValue) }
}
