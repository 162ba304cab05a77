// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An absolute `http` or `https` URL, parsed according to RFC 3986 (section 3).
///
/// It's stricter than the libraries that receive the URL later, so that both never find different hosts in one string.
package struct WebAddress: Sendable, Hashable {
    /// The scheme, `http` or `https`, in lowercase.
    package let scheme: String
    /// The user and password, or `nil` without an `@`.
    package let userInfo: String?
    /// The host in lowercase, with the brackets of an IPv6 address.
    package let host: String
    /// The port, or `nil` if the URL doesn't contain it.
    package let port: Int?
    package let path: String
    package let query: String?
    package let fragment: String?

    /// Parses a URL, or returns `nil` for anything except an absolute http or https URL with a host.
    package init?(_ text: String) {
        guard Self.isPlain(text.utf8), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        scheme = text[..<colon].lowercased()
        guard ["http", "https"].contains(scheme), text[colon...].hasPrefix("://") else { return nil }

        var rest = text[text.utf8.index(colon, offsetBy: 3)...]
        fragment = Self.cut(&rest, at: "#")
        query = Self.cut(&rest, at: "?")
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        path = String(rest[slash...])

        let authority = rest[..<slash].split(separator: "@", omittingEmptySubsequences: false)
        guard authority.count <= 2, let hostAndPort = authority.last else { return nil }
        userInfo = authority.count == 2 ? String(authority[0]) : nil

        guard let (host, digits) = Self.hostAndPort(hostAndPort) else { return nil }
        self.host = host.lowercased()
        if digits.isEmpty {
            port = nil
        } else {
            guard digits.utf8.count <= 5, let number = Int(digits), (1...65_535).contains(number) else { return nil }
            port = number
        }
    }

    /// Removes a character and the rest after it, and returns that rest, or `nil` if the character is absent.
    private static func cut(_ rest: inout Substring, at character: Character) -> String? {
        guard let index = rest.firstIndex(of: character) else { return nil }
        defer { rest = rest[..<index] }
        return String(rest[rest.index(after: index)...])
    }

    private static func hostAndPort(_ text: Substring) -> (host: Substring, port: Substring)? {
        let end: Substring.Index
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            let address = text[..<bracket].dropFirst()
            guard !address.isEmpty, address.utf8.allSatisfy(isInIPv6) else { return nil }
            end = text.index(after: bracket)
        } else {
            end = text.firstIndex(of: ":") ?? text.endIndex
            guard end > text.startIndex, text[..<end].utf8.allSatisfy(isInName) else { return nil }
        }
        let rest = text[end...]
        guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        let port = rest.dropFirst()
        return port.utf8.allSatisfy(isDigit) ? (text[..<end], port) : nil
    }

    // MARK: Characters

    /// Returns a Boolean value that indicates whether a string contains only URL characters, and each `%` has two digits.
    private static func isPlain(_ text: String.UTF8View) -> Bool {
        var digitsToCome = 0
        for byte in text {
            if digitsToCome > 0 {
                guard isHexDigit(byte) else { return false }
                digitsToCome -= 1
            } else if byte == UInt8(ascii: "%") {
                digitsToCome = 2
            } else if !isInURL(byte) {
                return false
            }
        }
        return digitsToCome == 0
    }

    /// Returns a Boolean value that indicates whether a byte can appear in a URL without escaping.
    ///
    /// RFC 3986 allows `[` and `]` only in a host, but servers send them in queries.
    static func isInURL(_ byte: UInt8) -> Bool {
        ServiceURL.isUnreserved(byte) || ":/?#[]@!$&'()*+,;=".utf8.contains(byte)
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isInIPv6(_ byte: UInt8) -> Bool { isHexDigit(byte) || ":.".utf8.contains(byte) }
    private static func isInName(_ byte: UInt8) -> Bool { ServiceURL.isUnreserved(byte) }
}
