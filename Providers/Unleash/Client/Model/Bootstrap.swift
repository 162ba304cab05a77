// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash

/// The flags that an app bundles, which the client serves until the first successful fetch replaces them all.
public enum Bootstrap: Sendable, Equatable {
    /// An array of flags.
    case toggles([Toggle])
    /// The path of a file with a response of the Frontend API.
    ///
    /// The file is read in the call that receives it. An unreadable file counts as an empty list, and
    /// ``UnleashClientBase/halyard``'s diagnostics report it. From a file with errors, the readable part is used.
    case jsonFile(path: String)

    /// Returns a bootstrap file, without requiring the argument label.
    public static func jsonFile(_ path: String) -> Bootstrap { .jsonFile(path: path) }
}

extension Bootstrap {
    /// Returns the flags and the diagnostics about them.
    ///
    /// Reads the file, if there is one.
    func contents(provider: String, files: any FileSystem) -> (flags: [EvaluatedFlag], diagnostics: [Diagnostic]) {
        switch self {
        case .toggles(let toggles):
            if toggles.isEmpty { return ([], []) }
            return Self.read(["toggles": .array(toggles.map(\.json))], provider)
        case .jsonFile(let path):
            do throws(FileError) {
                let bytes = try files.contents(of: path)
                guard let document = try? JSONReader().read(bytes), BootstrapFormat.unleash.recognizes(document) else {
                    return ([], [Self.unusable(path, "The file doesn't contain a response of the Frontend API.")])
                }
                let (flags, diagnostics) = Self.read(document, provider)
                return (flags, diagnostics.map { Self.located($0, in: path) })
            } catch {
                return ([], [Self.unusable(path, "The file can't be read: \(error.reason).")])
            }
        }
    }

    private static func read(_ document: FlagValue, _ provider: String) -> (
        flags: [EvaluatedFlag], diagnostics: [Diagnostic]
    ) {
        let contents = BootstrapFormat.unleash.contents(
            of: document, origin: Origin(.bootstrap, provider: provider))
        return (contents.flags, contents.diagnostics)
    }

    private static func unusable(_ path: String, _ message: String) -> Diagnostic {
        Diagnostic(
            "bootstrapUnusable", .error, location: .init(file: path), message + " No flags are bootstrapped.",
            suggestion: "Use a file such as {\"toggles\": [{\"name\": \"new-nav\", \"enabled\": true}]}.")
    }

    private static func located(_ diagnostic: Diagnostic, in path: String) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.location = .init(file: path, pointer: diagnostic.location?.pointer ?? "")
        return diagnostic
    }
}
