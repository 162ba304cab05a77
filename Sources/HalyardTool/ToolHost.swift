// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The streams that a command writes to, and the parts of the machine that it uses.
///
/// The streams are private, so that all output passes through ``Answer`` and ``OutputLine``, which escape it.
struct ToolHost: Sendable {
    /// The files, environment variables, and clock.
    var machine = ConfigurationHost()
    /// Writes a file that a command line names.
    ///
    /// The client stores its own files as private files, through the machine's file system.
    var publish: @Sendable (String, [UInt8]) throws(FileError) -> Void = LocalFileSystem().publish
    /// Standard output, which receives only the result.
    private let output: any TextOutput
    /// Standard error.
    private let errors: any TextOutput
    /// A Boolean value that indicates whether colors are allowed.
    private(set) var allowsColor = true
    /// A Boolean value that indicates whether notes and warnings are suppressed.
    private(set) var isQuiet = false

    init(
        output: any TextOutput = SystemOutput(stream: .output), errors: any TextOutput = SystemOutput(stream: .errors)
    ) {
        self.output = output
        self.errors = errors
    }

    /// Returns the host, adjusted to the options of a command line.
    func adjusted(to invocation: Invocation) -> ToolHost {
        var host = self
        host.allowsColor = !invocation.isSet(.noColor)
        host.isQuiet = invocation.isSet(.quiet)
        return host
    }

    /// Writes the result, or a part of it, to standard output.
    func answer(_ answer: Answer) { write(answer, to: output) }

    /// Writes a note about the result to standard error, unless the host is quiet.
    func note(_ message: String) { if !isQuiet { write(.lines([OutputLine(message)]), to: errors) } }

    /// Writes a warning or an error to standard error.
    ///
    /// Quiet hosts write only errors.
    func report(_ diagnostic: Diagnostic) {
        guard diagnostic.severity > .info, !isQuiet || diagnostic.severity >= .error else { return }
        write(.lines([OutputLine(diagnostic)]), to: errors)
    }

    /// Writes the reason for a negative or missing result to standard error.
    func complain(_ message: String) { write(.lines([.error(message)]), to: errors) }

    /// Writes usage instructions to standard error.
    func advise(_ answer: Answer) { write(answer, to: errors) }

    /// A Boolean value that indicates whether standard error shows the progress of long work.
    var showsProgress: Bool { errors.isTerminal && !isQuiet }

    /// Replaces the progress line on a terminal, or removes it.
    func showProgress(_ line: OutputLine?) {
        if showsProgress { errors.write("\r\(line?.text(isColored: false) ?? "")\u{1B}[K") }
    }

    private func write(_ answer: Answer, to stream: any TextOutput) {
        let isColored =
            stream.isTerminal && allowsColor && (machine.variable("NO_COLOR") ?? "").isEmpty
            && machine.variable("TERM") != "dumb"
        let text = answer.text(isColored: isColored)
        if !text.isEmpty { stream.write(text) }
    }
}
