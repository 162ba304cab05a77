// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// The app and the library that wraps Halyard, as the header fields of every request identify them.
///
/// Each string about the app has 1 to 64 letters, digits, `.`, `_`, and `-`. Strings that are longer or contain other
/// characters are left out and reported. For contexts, spaces first become hyphens, and an app without an ``id`` isn't sent
/// at all.
public struct LaunchDarklyApplication: Sendable, Hashable {
    /// The app's identifier.
    public var id: String?
    /// The app's name.
    public var name: String?
    /// The app's machine-readable version.
    public var version: String?
    /// The app's human-readable version.
    public var versionName: String?
    /// The name of the library that wraps Halyard, or `nil` for none.
    public var wrapperName: String?
    /// The version of the library that wraps Halyard, which counts only with a name.
    public var wrapperVersion: String?

    /// Creates an empty description.
    public init() {}

    private var tags: [(name: String, value: String)] {
        [
            ("application-id", id), ("application-name", name), ("application-version", version),
            ("application-version-name", versionName),
        ].compactMap { name, value in value.map { (name, $0) } }
    }

    static func isValid(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    }

    /// The header fields `X-LaunchDarkly-Tags` and `X-LaunchDarkly-Wrapper`, if they have content.
    package var headers: HTTPHeaders {
        var headers = tagHeaders
        if let wrapperName, !wrapperName.isEmpty {
            let version = wrapperVersion ?? ""
            headers["X-LaunchDarkly-Wrapper"] = version.isEmpty ? wrapperName : "\(wrapperName)/\(version)"
        }
        return headers
    }

    /// The header field `X-LaunchDarkly-Tags`, if it has content.
    var tagHeaders: HTTPHeaders {
        let valid = tags.filter { Self.isValid($0.value) }.map { "\($0.name)/\($0.value)" }
        return valid.isEmpty ? [:] : ["X-LaunchDarkly-Tags": valid.joined(separator: " ")]
    }

    /// Returns one diagnostic for each string that is left out, and another if the whole app is left out.
    package func diagnostics(in contextModel: LaunchDarklyContextModel) -> [Diagnostic] {
        let said = contextModel == .contexts ? hyphenated : self
        var diagnostics = said.tags.filter { !Self.isValid($0.value) }.map { tag in
            Diagnostic(
                "invalidTag", .warning, subject: tag.name,
                "LaunchDarkly doesn't accept this value, so Halyard doesn't send it.",
                suggestion: "Use 1 to 64 letters, digits, \".\", \"_\", and \"-\".")
        }
        if contextModel == .contexts, tidied.id == nil, !tags.isEmpty {
            diagnostics.append(
                Diagnostic(
                    "missingTag", .warning, subject: "application-id",
                    "The app has no valid identifier, so Halyard doesn't send any information about it.",
                    suggestion: "Set the app's identifier."))
        }
        return diagnostics
    }
}
