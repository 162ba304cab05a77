// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Written by hand: Foundation's `Process` on Linux lists the open file descriptors before it starts a program, and copies 256
// bytes for each name, however short. With some 1,400 descriptors, which tests that run at once have, the list fills its
// buffer, and the last copies reach behind it: one of ten runs of all tests crashed there.

#if canImport(Glibc)
    import Foundation
    import Glibc

    extension Program {
        /// Runs the program to its end, on this thread; of the files that are open now it gets those of its output alone.
        func spawned(_ arguments: [String], _ environment: [String: String], in directory: URL?) throws -> Outcome {
            let (output, errors) = (Pipe(), Pipe())
            let child = try start(arguments, environment, in: directory, output, errors)
            let texts = try [output, errors].map { pipe in
                String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            }
            var status: Int32 = 0
            while waitpid(child, &status, 0) == -1, errno == EINTR {}
            // For a child ended by a signal, the lowest bits hold the signal's number, and there is no status.
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
                // One that is closed by then is no fault.
                if let file = Int32(name), file > STDERR_FILENO { posix_spawn_file_actions_addclose(&actions, file) }
            }
            // Threads of queues block signals, and a shell's background programs ignore ^C. The program must inherit neither.
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
            // Sound: the texts are copies of their own until they are freed, which is after the program has got them.
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
