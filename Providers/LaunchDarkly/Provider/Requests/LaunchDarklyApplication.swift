// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// The app and the library around this one, as the header fields of every request identify them.
///
/// Each text of the app has 1 to 64 letters, digits, `.`, `_` and `-`; one that is longer or contains anything else is
/// left out. For contexts spaces become hyphens first, and an app without an ``id`` is not sent at all. What is left
/// out is reported.
public struct LaunchDarklyApplication: Sendable, Hashable {
    /// The app's identifier.
    public var id: String?
    /// The app's name.
    public var name: String?
    /// The app's version, for machines.
    public var version: String?
    /// The app's version, for people.
    public var versionName: String?
    /// The library around this one; nil for none.
    public var wrapperName: String?
    /// Its version, which counts only with a name.
    public var wrapperVersion: String?

    /// Makes an empty description.
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

    /// `X-LaunchDarkly-Tags` and `X-LaunchDarkly-Wrapper`, as far as they have content.
    package var headers: HTTPHeaders {
        var headers = tagHeaders
        if let wrapperName, !wrapperName.isEmpty {
            let version = wrapperVersion ?? ""
            headers["X-LaunchDarkly-Wrapper"] = version.isEmpty ? wrapperName : "\(wrapperName)/\(version)"
        }
        return headers
    }

    /// `X-LaunchDarkly-Tags`, if it has content.
    var tagHeaders: HTTPHeaders {
        let valid = tags.filter { Self.isValid($0.value) }.map { "\($0.name)/\($0.value)" }
        return valid.isEmpty ? [:] : ["X-LaunchDarkly-Tags": valid.joined(separator: " ")]
    }

    /// One finding for each text that is left out, and one if that leaves an app out as a whole.
    package func findings(in contextModel: LaunchDarklyContextModel) -> [Diagnostic] {
        let said = contextModel == .contexts ? hyphenated : self
        var findings = said.tags.filter { !Self.isValid($0.value) }.map { tag in
            Diagnostic(
                "invalidTag", .warning, subject: tag.name,
                "LaunchDarkly does not take this text, so it is not sent.",
                suggestion: "Use 1 to 64 letters, digits, \".\", \"_\" and \"-\".")
        }
        if contextModel == .contexts, tidied.id == nil, !tags.isEmpty {
            findings.append(
                Diagnostic(
                    "missingTag", .warning, subject: "application-id",
                    "The app has no identifier that LaunchDarkly takes, so nothing of it is sent.",
                    suggestion: "Give the app an identifier."))
        }
        return findings
    }
}
