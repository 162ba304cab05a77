// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Where a command writes, and the parts of the machine that it uses.
struct ToolHost: Sendable {
    /// Files, environment variables and the clock.
    var machine = ConfigurationHost()
    /// Writes a file that a command line names; what the client stores goes through the machine's files, and is private.
    var publish: @Sendable (String, [UInt8]) throws(FileError) -> Void = SystemFiles().publish
    /// Standard output, which gets the answer and nothing else.
    var output: any TextOutput = SystemOutput(stream: .output)
    /// Standard error.
    var errors: any TextOutput = SystemOutput(stream: .errors)
    /// Whether colours are allowed.
    private(set) var allowsColour = true
    /// Whether notes are written besides answers and errors.
    private(set) var isQuiet = false

    /// The host as the options of a command line want it.
    func adjusted(to invocation: Invocation) -> ToolHost {
        var host = self
        host.allowsColour = !invocation.isSet(.noColor)
        host.isQuiet = invocation.isSet(.quiet)
        return host
    }

    /// Where the answer is written.
    var outputStyle: TextStyle { style(of: output) }
    /// Where everything else is written.
    var errorStyle: TextStyle { style(of: errors) }

    private func style(of output: any TextOutput) -> TextStyle {
        let isAllowed =
            allowsColour && (machine.variable("NO_COLOR") ?? "").isEmpty && machine.variable("TERM") != "dumb"
        return TextStyle(isColoured: output.isTerminal && isAllowed)
    }

    /// Writes a line of the answer, or several.
    func answer(_ text: String) { output.write(text + "\n") }

    /// Writes what a person may want to know besides the answer.
    func note(_ text: String) { if !isQuiet { errors.write(text.printable + "\n") } }

    /// Writes a finding to standard error; what is merely good to know is left out.
    func report(_ finding: Diagnostic) {
        guard finding.severity > .info, !isQuiet || finding.severity >= .error else { return }
        errors.write(errorStyle.line(finding) + "\n")
    }

    /// Writes why a question got a negative answer, or none.
    func complain(_ text: String) { errors.write("\(errorStyle.error("error:")) \(text.printable)\n") }
}
