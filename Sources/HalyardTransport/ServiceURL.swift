// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// The address of a service, taken apart once so that requests can put paths and query items behind it.
///
/// Slashes at the end of the path are dropped; a query that the address has already stays, as it was written, in front of
/// what is added. An immutable value.
public struct ServiceURL: Sendable, Hashable {
    /// Why a text is no address of a service; holds nothing of the text, which may be secret.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is the matter and what to do about it, in two sentences.
        public let description: String
    }

    /// Scheme, host and path.
    private let base: String
    /// The query, without its question mark; empty when there is none.
    private let query: String

    /// Takes an address apart: `https://flags.example.com/api/frontend?project=shop`.
    ///
    /// - Throws: What is wrong, when it is not an absolute http or https URL with a host, or has a user, a password or a
    ///   fragment.
    public init(_ text: String) throws(Problem) {
        // The platform takes spaces and control characters, and escapes them behind our back.
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        guard isPlain, let parts = URLComponents(string: text), WebOrigin(text) != nil, URL(string: text) != nil else {
            throw Problem(
                description:
                    "That is not an absolute http or https URL. Write one, such as https://flags.example.com/api.")
        }
        guard parts.user == nil, parts.password == nil else {
            throw Problem(
                description: "The URL has a user or a password. Leave them out, and give the key as a setting.")
        }
        guard parts.fragment == nil else {
            throw Problem(description: "The URL has a fragment, which is never sent. Leave out what begins with \"#\".")
        }
        let pieces = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        base = String(pieces[0].reversed().drop { $0 == "/" }.reversed())
        query = pieces.count == 2 ? String(pieces[1]) : ""
    }

    /// The address with steps behind its path, which are escaped, and then items behind its query, which are escaped too.
    ///
    /// Both know only the unreserved characters of RFC 3986 (section 2.3), so that servers that read a form (where `+` is a
    /// space) and those that do not read the same.
    public func text(adding steps: [String] = [], query items: [(name: String, value: String)] = []) -> String {
        let path = steps.map { "/" + Self.escaped($0) }.joined()
        let added = items.map { Self.escaped($0.name) + "=" + Self.escaped($0.value) }
        let all = ([query].filter { !$0.isEmpty } + added).joined(separator: "&")
        return base + path + (all.isEmpty ? "" : "?" + all)
    }

    /// The text with everything but the unreserved characters of RFC 3986 as percent escapes of its UTF-8.
    package static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Bytes as a step of a path: base64 in the alphabet for URLs and file names (RFC 4648, section 5), without padding.
    package static func base64(_ bytes: [UInt8]) -> String {
        let digits = Data(bytes).base64EncodedString().map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        return String(digits.prefix { $0 != "=" })
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension ServiceURL: CustomStringConvertible, CustomReflectable {
    /// Scheme, host and port; path and query may be secret.
    public var description: String { WebOrigin.text(of: base) }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
