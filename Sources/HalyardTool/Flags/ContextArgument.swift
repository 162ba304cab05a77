// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads evaluation contexts from command-line arguments.
enum ContextArgument {
    /// Reads a context from JSON, or from the file that is named after an `@`.
    static func read(_ text: String, _ host: ToolHost) throws(ToolError) -> EvaluationContext {
        guard text.hasPrefix("@") else { return try context(Array(text.utf8), "--context", line: nil) }
        let path = String(text.dropFirst())
        return try context(try host.contents(of: path), path, line: nil)
    }

    /// Reads a context from each line of a file.
    ///
    /// Skips blank lines.
    static func lines(of path: String, _ host: ToolHost) throws(ToolError) -> [EvaluationContext] {
        var contexts: [EvaluationContext] = []
        let lines = try host.contents(of: path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
            contexts.append(try context(Array(line), path, line: number + 1))
        }
        if contexts.isEmpty { throw .usage("\(path) doesn't contain any contexts.", "Add one as JSON on each line.") }
        return contexts
    }

    private static func context(
        _ bytes: [UInt8], _ source: String, line: Int?
    ) throws(ToolError) -> EvaluationContext {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        let json: FlagValue
        do throws(JSONError) {
            json = try JSONReader(options: options).read(bytes)
        } catch {
            throw usage([error.diagnostic(file: nil)], source, line)
        }
        do throws(ConfigurationError) {
            return try EvaluationContext(json: json)
        } catch {
            throw usage(error.diagnostics, source, line)
        }
    }

    /// Returns an error with the diagnostics for one context, each with the location of the context.
    private static func usage(_ diagnostics: [Diagnostic], _ source: String, _ line: Int?) -> ToolError {
        var error = ToolError.usage("Invalid evaluation context.")
        error.details = diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.location?.file = source
            if let line { diagnostic.location?.line = line }
            return diagnostic
        }
        return error
    }
}
