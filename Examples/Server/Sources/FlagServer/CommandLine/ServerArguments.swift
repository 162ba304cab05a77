// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What the command line asks for.
struct ServerArguments: Equatable {
    /// Where the flags come from.
    enum Source: Equatable {
        /// A file with flags, which is watched.
        case flags(file: String)
        /// Whatever a configuration says.
        case configuration(file: String)

        var file: String {
            switch self {
            case .flags(let file), .configuration(let file): file
            }
        }
    }

    /// A mistake on the command line.
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    var source: Source
    var port = 8765
    /// The file that overrides are written to; nil for none.
    var save: String?
    /// The server's own context; nil for that of the configuration, or for no one in particular.
    var context: EvaluationContext?

    /// Reads the arguments after the program's name.
    ///
    /// - Returns: Nil when help is asked for.
    static func read(_ arguments: [String]) throws(Mistake) -> ServerArguments? {
        if arguments.contains("--help") || arguments.contains("-h") { return nil }
        var rest = arguments[...]
        var source: Source?
        var read = ServerArguments(source: .flags(file: ""))
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                try choose(.flags(file: argument), &source)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard options.contains(parts[0]) else {
                throw Mistake(
                    description: "Unknown option \(parts[0]). The options are \(options.joined(separator: ", ")).")
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw Mistake(description: "\(parts[0]) needs a value.")
            }
            switch parts[0] {
            case "--config": try choose(.configuration(file: value), &source)
            case "--port":
                guard let port = UInt16(value) else {
                    throw Mistake(description: "--port needs a number from 0 to 65535, not \"\(value)\".")
                }
                read.port = Int(port)
            case "--save": read.save = value
            default: read.context = try context(value)
            }
        }
        guard let source else {
            throw Mistake(description: "There is no file. Name one with flags, or a configuration with --config.")
        }
        read.source = source
        return read
    }

    private static let options = ["--config", "--port", "--save", "--context"]

    private static func choose(_ next: Source, _ source: inout Source?) throws(Mistake) {
        if let source {
            throw Mistake(description: "There are two files, \(source.file) and \(next.file). Name one.")
        }
        source = next
    }

    private static func context(_ text: String) throws(Mistake) -> EvaluationContext {
        do {
            return try EvaluationContext(json: JSONReader().read(text))
        } catch {
            throw Mistake(description: "--context is no context: \(error)")
        }
    }

    static let usage =
        "usage: FlagServer (flags.json | --config halyard.json) [--port 8765] [--save FILE] [--context '{…}']"

    static let help = """
        Serves the flags of a file, or of any provider, to apps on this machine: as Unleash, LaunchDarkly, OFREP and
        OpenFeature's manifest, with a page to watch and override them.

        \(usage)

          FlagServer flags.json
          FlagServer --config halyard.json --context '{"key": "ada", "attributes": {"plan": "gold"}}'

        flags.json       flags in any format that Halyard reads, or OpenFeature's manifest; edits show up at once
        --config FILE    a configuration of Halyard: any provider, or several
        --port NUMBER    where to listen, at 127.0.0.1 only; 8765 by default, 0 for any free port
        --save FILE      keeps overrides in a file that apps can read too; read at the start if it exists
        --context JSON   whom the flags are for, where the provider does not decide for each request
        --help           this text

        Exit codes: 0 ended by a signal, 1 could not serve (the reason is on standard error), 2 wrong usage.

        """
}
