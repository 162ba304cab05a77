// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The streams that a command writes to, and the parts of the machine that it uses.
///
/// The streams are private, so that everything leaves through ``Answer`` and ``OutputLine``, which escape it.
struct ToolHost: Sendable {
    /// Files, environment variables and the clock.
    var machine = ConfigurationHost()
    /// Writes a file that a command line names; what the client stores goes through the machine's files, and is private.
    var publish: @Sendable (String, [UInt8]) throws(FileError) -> Void = LocalFileSystem().publish
    /// Standard output, which gets the answer and nothing else.
    private let output: any TextOutput
    /// Standard error.
    private let errors: any TextOutput
    /// A Boolean value that indicates whether colors are allowed.
    private(set) var allowsColor = true
    /// Whether notes are written besides answers and errors.
    private(set) var isQuiet = false

    init(
        output: any TextOutput = SystemOutput(stream: .output), errors: any TextOutput = SystemOutput(stream: .errors)
    ) {
        self.output = output
        self.errors = errors
    }

    /// The host as the options of a command line require it.
    func adjusted(to invocation: Invocation) -> ToolHost {
        var host = self
        host.allowsColor = !invocation.isSet(.noColor)
        host.isQuiet = invocation.isSet(.quiet)
        return host
    }

    /// Writes the answer, or a part of it.
    func answer(_ answer: Answer) { write(answer, to: output) }

    /// Writes a note about the answer to standard error.
    func note(_ message: String) { if !isQuiet { write(.lines([OutputLine(message)]), to: errors) } }

    /// Writes a warning or an error to standard error.
    func report(_ diagnostic: Diagnostic) {
        guard diagnostic.severity > .info, !isQuiet || diagnostic.severity >= .error else { return }
        write(.lines([OutputLine(diagnostic)]), to: errors)
    }

    /// Writes why a question got a negative answer, or none.
    func complain(_ message: String) { write(.lines([.error(message)]), to: errors) }

    /// Writes instructions for the program to standard error.
    func advise(_ answer: Answer) { write(answer, to: errors) }

    /// A Boolean value that indicates whether standard error shows the progress of long work.
    var showsProgress: Bool { errors.isTerminal && !isQuiet }

    /// Replaces the last text on a terminal, or removes it.
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
