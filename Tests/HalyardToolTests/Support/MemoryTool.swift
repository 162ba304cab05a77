// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport

@testable import HalyardTool

/// An output stream that records text.
final class MemoryOutput: TextOutput {
    let isTerminal: Bool
    private let written = Recorder<String>()

    init(isTerminal: Bool = false) { self.isTerminal = isTerminal }

    var text: String { written.all.joined() }

    func write(_ text: String) { written.add(text) }
}

/// The command-line tool with an in-memory file system.
struct MemoryTool {
    /// The exit status and output of a command line.
    struct Outcome: Equatable {
        var status: ToolStatus
        var output = ""
        var errors = ""
    }

    let files: InMemoryFileSystem
    let time = ManualTime()
    var variables: [String: String] = [:]
    var isTerminal = false

    init(_ texts: [String: String] = [:]) { files = InMemoryFileSystem(texts) }

    func run(_ arguments: String...) async -> Outcome { await run(arguments) }

    func run(_ arguments: [String]) async -> Outcome {
        let (output, errors) = (MemoryOutput(isTerminal: isTerminal), MemoryOutput(isTerminal: isTerminal))
        let status = await Tool().run(arguments, host(output, errors))
        return Outcome(status: status, output: output.text, errors: errors.text)
    }

    func host(_ output: MemoryOutput, _ errors: MemoryOutput) -> ToolHost {
        var host = ToolHost(output: output, errors: errors)
        host.machine.files = files
        host.publish = { [files] path, bytes throws(FileError) in try files.replace(path, with: bytes) }
        host.machine.time = time
        host.machine.variable = { [variables] in variables[$0] }
        return host
    }
}

/// A configuration with two in-memory providers.
let twoProviders = """
    {
      "version": 1, "active": "first",
      "context": { "key": "ada" },
      "providers": {
        "first": { "type": "memory", "flags": { "limit": 10, "new-nav": true } },
        "second": { "type": "memory", "flags": { "limit": 12, "new-nav": true } }
      },
      "clients": { "shop": { "active": "second" } }
    }
    """
