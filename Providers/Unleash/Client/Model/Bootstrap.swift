// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash

/// Flags that ship with an app, served until the first successful fetch replaces all of them.
public enum Bootstrap: Sendable, Equatable {
    /// The flags themselves.
    case toggles([Toggle])
    /// The path of a file that holds a response of the Frontend API.
    ///
    /// It is read in the call that it is passed to. One that cannot be read counts as an empty list and is reported on
    /// ``UnleashClientBase/halyard``'s diagnostics; of one with mistakes, the readable part is used.
    case jsonFile(path: String)

    /// The same without the label.
    public static func jsonFile(_ path: String) -> Bootstrap { .jsonFile(path: path) }
}

extension Bootstrap {
    /// The flags and the problems with them; reads the file, if it is one.
    func contents(provider: String, files: any FileSystem) -> (flags: [EvaluatedFlag], findings: [Diagnostic]) {
        switch self {
        case .toggles(let toggles):
            if toggles.isEmpty { return ([], []) }
            return Self.read(["toggles": .array(toggles.map(\.json))], provider)
        case .jsonFile(let path):
            do throws(FileError) {
                let bytes = try files.contents(of: path)
                guard let document = try? JSONReader().read(bytes), BootstrapFormat.unleash.recognizes(document) else {
                    return ([], [Self.unusable(path, "The file is no answer of a Frontend API.")])
                }
                let (flags, findings) = Self.read(document, provider)
                return (flags, findings.map { Self.located($0, in: path) })
            } catch {
                return ([], [Self.unusable(path, "The file cannot be read: \(error.reason).")])
            }
        }
    }

    private static func read(_ document: FlagValue, _ provider: String) -> (flags: [EvaluatedFlag], findings: [Diagnostic]) {
        let contents = BootstrapFormat.unleash.contents(
            of: document, origin: Origin(.bootstrap, provider: provider))
        return (contents.flags, contents.findings)
    }

    private static func unusable(_ path: String, _ message: String) -> Diagnostic {
        Diagnostic(
            "bootstrapUnusable", .error, location: .init(file: path), message + " No flags are bootstrapped.",
            suggestion: "Give the path of a file such as {\"toggles\": [{\"name\": \"new-nav\", \"enabled\": true}]}.")
    }

    private static func located(_ finding: Diagnostic, in path: String) -> Diagnostic {
        var finding = finding
        finding.location = .init(file: path, pointer: finding.location?.pointer ?? "")
        return finding
    }
}
