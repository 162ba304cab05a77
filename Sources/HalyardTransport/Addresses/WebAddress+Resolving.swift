// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension WebAddress {
    /// Returns the target URL of a reference such as the value of a `Location` field, or `nil` if it isn't an http or https URL.
    ///
    /// Uses the algorithm of RFC 3986 (section 5.2). Escapes characters that aren't valid in a URL, because servers send them.
    func resolving(_ reference: String) -> String? {
        let reference = Self.escapingForeign(reference)
        let text: String
        if Self.hasScheme(reference) {
            text = reference
        } else if reference.hasPrefix("//") {
            text = scheme + ":" + reference
        } else {
            let end = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
            let (newPath, rest) = (reference[..<end], reference[end...])
            let target =
                if newPath.isEmpty {
                    path + (rest.hasPrefix("?") ? "" : query.map { "?" + $0 } ?? "")
                } else if newPath.hasPrefix("/") {
                    Self.removingDots(newPath)
                } else {
                    Self.removingDots(
                        "/"
                            + path.split(separator: "/", omittingEmptySubsequences: false)
                            .dropFirst().dropLast().map { $0 + "/" }.joined() + newPath)
                }
            text = "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(target)\(rest)"
        }
        return WebAddress(text) == nil ? nil : text
    }

    private static func hasScheme(_ reference: String) -> Bool {
        guard let end = reference.utf8.firstIndex(where: { ":/?#".utf8.contains($0) }) else { return false }
        return reference.utf8[end] == UInt8(ascii: ":")
    }

    /// Removes the dot segments of a path (RFC 3986, section 5.2.4).
    private static func removingDots(_ path: some StringProtocol) -> String {
        var steps: [Substring] = []
        let all = Substring(path).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, step) in all.enumerated() {
            let isLast = index == all.count - 1
            switch step {
            case ".": if isLast { steps.append("") }
            case "..":
                _ = steps.popLast()
                if isLast { steps.append("") }
            default: steps.append(step)
            }
        }
        return "/" + steps.joined(separator: "/")
    }

    private static func escapingForeign(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count
                && isHexDigit(bytes[index + 1]) && isHexDigit(bytes[index + 2])
            if isEscape || isInURL(byte) { result.append(byte) } else { result += ServiceURL.escape(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
