// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

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

    /// Scheme, host and port: what messages may show.
    public let origin: WebOrigin
    /// Scheme, host and path.
    private let base: String
    /// The query, without its question mark; empty when there is none.
    private let query: String

    /// Takes an address apart: `https://flags.example.com/api/frontend?project=shop`.
    ///
    /// - Throws: What is wrong, when it is not an absolute http or https URL with a host, or has a user, a password or a
    ///   fragment.
    public init(_ text: String) throws(Problem) {
        guard let address = WebAddress(text) else {
            throw Problem(
                description:
                    "That is not an absolute http or https URL. Write one, such as https://flags.example.com/api.")
        }
        guard address.userInfo == nil else {
            throw Problem(
                description: "The URL has a user or a password. Leave them out, and give the key as a setting.")
        }
        guard address.fragment == nil else {
            throw Problem(description: "The URL has a fragment, which is never sent. Leave out what begins with \"#\".")
        }
        origin = WebOrigin(address)
        let pieces = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        base = String(pieces[0].trimmingSuffix { $0 == "/" })
        query = pieces.count == 2 ? String(pieces[1]) : ""
    }

    /// The steps of the path, as they are written.
    package var steps: [String] {
        let afterScheme = base.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
        return afterScheme.dropFirst().map(String.init)
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

    /// The text with everything but the unreserved characters of RFC 3986, and some others, as percent escapes of its UTF-8.
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
    /// Scheme, host and port; path and query may be secret.
    public var description: String { origin.description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
