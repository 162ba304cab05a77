// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The URL of a service, parsed once so that requests can append path components and query items.
///
/// It removes slashes at the end of the path. An existing query stays unchanged before the added items. It's an immutable value.
public struct ServiceURL: Sendable, Hashable {
    /// The reason why a string isn't a valid service URL, without the string itself, which might be secret.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The problem and a suggestion, in two sentences.
        public let description: String
    }

    /// The scheme, host, and port, which messages can show.
    public let origin: WebOrigin
    /// The scheme, host, and path.
    private let base: String
    /// The query without its question mark, or an empty string.
    private let query: String

    /// Parses a URL such as `https://flags.example.com/api/frontend?project=shop`.
    ///
    /// - Throws: A `Problem` if the string isn't an absolute http or https URL with a host, or if it has a user, a password, or a
    ///   fragment.
    public init(_ text: String) throws(Problem) {
        guard let address = WebAddress(text) else {
            throw Problem(
                description:
                    "The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api.")
        }
        guard address.userInfo == nil else {
            throw Problem(
                description: "The URL contains a user or a password. Remove them, and set the key as a setting.")
        }
        guard address.fragment == nil else {
            throw Problem(
                description: "The URL contains a fragment, which is never sent. Remove the \"#\" and the text after it."
            )
        }
        origin = WebOrigin(address)
        let pieces = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        base = String(pieces[0].trimmingSuffix { $0 == "/" })
        query = pieces.count == 2 ? String(pieces[1]) : ""
    }

    /// The components of the path, as they are written.
    package var steps: [String] {
        let afterScheme = base.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
        return afterScheme.dropFirst().map(String.init)
    }

    /// Returns the URL with added path components and query items, which are percent-encoded.
    ///
    /// Escapes everything except the unreserved characters of RFC 3986 (section 2.3). Servers that treat `+` as a space, as in a
    /// form, and other servers therefore read the same values.
    public func text(adding steps: [String] = [], query items: [(name: String, value: String)] = []) -> String {
        let path = steps.map { "/" + Self.escaped($0) }.joined()
        let added = items.map { Self.escaped($0.name) + "=" + Self.escaped($0.value) }
        let all = ([query].filter { !$0.isEmpty } + added).joined(separator: "&")
        return base + path + (all.isEmpty ? "" : "?" + all)
    }

    /// Returns a string with UTF-8 percent escapes for all characters except RFC 3986's unreserved characters and the given others.
    package static func escaped(_ text: String, keeping others: String = "") -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || others.utf8.contains(byte) { bytes.append(byte) } else { bytes += escape(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

extension ServiceURL: CustomStringConvertible, CustomReflectable {
    /// The scheme, host, and port, because the path and the query might be secret.
    public var description: String { origin.description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
