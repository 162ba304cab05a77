// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// This replaces Foundation's `Process`, which lists the open file descriptors on Linux before it starts a program, and copies
// 256 bytes for each name. With about 1,400 descriptors, which parallel tests use, the last copies exceed the buffer. One in
// ten runs of all tests crashed for this reason.

#if canImport(Glibc)
    import Foundation
    import Glibc

    extension Program {
        /// Runs the program to its end on this thread.
        ///
        /// The program inherits only the standard file descriptors.
        func spawned(_ arguments: [String], _ environment: [String: String], in directory: URL?) throws -> Outcome {
            let (output, errors) = (Pipe(), Pipe())
            let child = try start(arguments, environment, in: directory, output, errors)
            let texts = try [output, errors].map { pipe in
                String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            }
            var status: Int32 = 0
            while waitpid(child, &status, 0) == -1, errno == EINTR {}
            // If a signal ended the child, the lowest bits contain the signal's number, and there is no status.
            let signal = status & 0x7F
            return Outcome(
                status: signal == 0 ? (status >> 8) & 0xFF : signal, output: texts[0], errors: texts[1])
        }

        private func start(
            _ arguments: [String], _ environment: [String: String], in directory: URL?, _ output: Pipe, _ errors: Pipe
        ) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, errors.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                // A descriptor that is closed in the meantime doesn't cause an error.
                if let file = Int32(name), file > STDERR_FILENO { posix_spawn_file_actions_addclose(&actions, file) }
            }
            // Dispatch queue threads block signals, and a shell's background programs ignore ^C. The program must not inherit
            // these settings.
            var (attributes, noSignals, allSignals) = (posix_spawnattr_t(), sigset_t(), sigset_t())
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            sigemptyset(&noSignals)
            posix_spawnattr_setsigmask(&attributes, &noSignals)
            sigfillset(&allSignals)
            posix_spawnattr_setsigdefault(&attributes, &allSignals)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

            var line = [executable.absoluteURL.path(percentEncoded: false)] + arguments
            if let directory {
                line = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory.path(percentEncoded: false)] + line
            }
            // Sound: The strings are copies that are freed only after the program has received them.
            let words = line.map { strdup($0) }
            let variables = environment.map { strdup("\($0)=\($1)") }
            defer { for text in words + variables { free(text) } }
            var child = pid_t()
            let fault = posix_spawn(&child, line[0], &actions, &attributes, words + [nil], variables + [nil])
            for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
            guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EIO) }
            return child
        }
    }
#endif
