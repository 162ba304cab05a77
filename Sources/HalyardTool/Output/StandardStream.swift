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

/// A standard stream.
///
/// Its raw value is its name in messages.
enum StandardStream: String, Sendable {
    case output = "standard output"
    case errors = "standard error"

    /// Ensures that a write to a stream without a reader fails, instead of ending the program.
    ///
    /// If standard error is closed, it also reserves its descriptor, so that notes can't be written to a connection that reuses it.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        guard fcntl(STDERR_FILENO, F_GETFD) < 0 else { return }
        let null = open("/dev/null", O_WRONLY)
        guard null >= 0, null != STDERR_FILENO else { return }
        dup2(null, STDERR_FILENO)
        close(null)
    }

    private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

    /// A Boolean value that indicates whether the stream is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a text, and returns the reason for a failure, or `nil` if the write succeeded.
    ///
    /// If the reader of standard output is gone, ends the program with the status of a broken pipe.
    func writeAll(_ text: String) -> String? {
        var rest = Array(text.utf8)
        while !rest.isEmpty {
            let count = write(descriptor, rest, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE, self == .output { exit(128 + SIGPIPE) }
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
