// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The arguments of the command line.
struct ServerArguments: Equatable {
    /// The source of the flags.
    enum Source: Equatable {
        /// A file with flags, which the server watches for changes.
        case flags(file: String)
        /// A configuration with one or more providers.
        case configuration(file: String)

        var file: String {
            switch self {
            case .flags(let file), .configuration(let file): file
            }
        }
    }

    /// An error in the command line.
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    var source: Source
    var port = 8765
    /// The file for overrides, or `nil` to keep overrides only in memory.
    var save: String?
    /// The server's context, or `nil` for the configuration's context or an anonymous context.
    var context: EvaluationContext?

    /// Parses the arguments after the program's name.
    ///
    /// - Returns: The arguments, or `nil` if they request help.
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
                    description: "Unknown option \"\(parts[0])\". Use \(options.joined(separator: ", ")), or --help.")
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw Mistake(description: "Missing value after \(parts[0]).")
            }
            switch parts[0] {
            case "--config": try choose(.configuration(file: value), &source)
            case "--port":
                guard let port = UInt16(value) else {
                    throw Mistake(description: "Invalid port \"\(value)\". Use a number from 0 to 65535.")
                }
                read.port = Int(port)
            case "--save": read.save = value
            default: read.context = try context(value)
            }
        }
        guard let source else {
            throw Mistake(description: "Missing file. Add a file with flags, or a configuration with --config.")
        }
        read.source = source
        return read
    }

    private static let options = ["--config", "--port", "--save", "--context"]

    private static func choose(_ next: Source, _ source: inout Source?) throws(Mistake) {
        if let source {
            throw Mistake(description: "Found two files, \"\(source.file)\" and \"\(next.file)\". Use only one.")
        }
        source = next
    }

    private static func context(_ text: String) throws(Mistake) -> EvaluationContext {
        do {
            return try EvaluationContext(json: JSONReader().read(text))
        } catch {
            throw Mistake(description: "Invalid value for --context: \(error)")
        }
    }

    static let usage =
        "usage: FlagServer (flags.json | --config halyard.json) [--port 8765] [--save FILE] [--context '{…}']"

    static let help = """
        Serves flags to apps on this machine, with the protocols of Unleash, LaunchDarkly, and OFREP, and as an
        OpenFeature manifest. A web page shows the flags and can override them.

        \(usage)

          FlagServer flags.json
          FlagServer --config halyard.json --context '{"key": "ada", "attributes": {"plan": "gold"}}'

        flags.json       File with flags, in a Halyard or vendor format, or an OpenFeature manifest. The
                         server applies edits while it runs.
        --config FILE    Halyard configuration with one or more providers.
        --port NUMBER    Port on 127.0.0.1, or 0 for any free port (default: 8765).
        --save FILE      File for overrides, which apps can also read. The server reads it at the start if it
                         exists (default: keep overrides only in memory).
        --context JSON   Evaluation context, if the provider doesn't evaluate flags for each request
                         (default: from the configuration, or anonymous).
        --help           Shows this help.

        Exit status: 0 after a signal, 1 if the server can't serve flags (see standard error), 2 for an invalid command line.

        """
}
