// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// All flags of one identity as the service sent them, decoded in one pass.
package struct LaunchDarklyPayload: Sendable, Hashable {
    /// The JSON, stored so that two payloads can be compared.
    private let bytes: [UInt8]
    let content: Content

    enum Content: Sendable {
        /// The flags, and the other properties of the document: deleted flags, and flags with a problem.
        case flags(FlagTable, others: [(key: String, text: JSONText)])
        /// The whole document, if it isn't an object with distinct ASCII names.
        case document(FlagValue)
    }

    /// Decodes JSON, or returns `nil` if it is invalid.
    ///
    /// - Parameter origin: The origin of the flags.
    package init?(_ bytes: [UInt8], origin: Origin) {
        self.bytes = bytes
        if let flags = try? Self.flags(of: bytes, origin: origin) {
            content = flags
        } else if let document = try? JSONReader().read(bytes) {
            content = .document(document)
        } else {
            return nil
        }
    }

    package static func == (left: LaunchDarklyPayload, right: LaunchDarklyPayload) -> Bool {
        left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// Decodes an object with a property for each flag, or returns `nil` if it must be read as a document.
    private static func flags(of bytes: [UInt8], origin: Origin) throws(JSONScanner.Fault) -> Content? {
        var flags: [EvaluatedFlag] = []
        var others: [(key: String, text: JSONText)] = []
        // A flag takes about 110 bytes.
        flags.reserveCapacity(bytes.count / 128)
        var isPlain = true
        var scanner = JSONScanner(bytes)
        try scanner.document { (scanner) throws(JSONScanner.Fault) in
            guard scanner.next == UInt8(ascii: "{") else {
                isPlain = false
                return try scanner.skipValue()
            }
            try scanner.forEachMember { (scanner, key, _) throws(JSONScanner.Fault) in
                // Unicode-equivalent names count as the same name.
                var name = key
                if !name.withUTF8({ $0.allSatisfy { $0 < 0x80 } }) { isPlain = false }
                _ = scanner.next
                let start = scanner.offset
                if let flag = try LaunchDarklyFlag.usual(key, &scanner) {
                    flags.append(flag.flag(origin: origin, from: scanner.text(from: start)))
                } else {
                    others.append((key, scanner.text(from: start)))
                }
            }
        }
        let table = FlagTable(flags)
        let otherNames = Set(others.map(\.key))
        let isEachDifferent =
            table.count == flags.count && otherNames.count == others.count && otherNames.allSatisfy { table[$0] == nil }
        return isPlain && isEachDifferent ? .flags(table, others: others) : nil
    }

    /// Returns the flags of a response and their problems, or `nil` if the response must be read as a document.
    static func table(of bytes: [UInt8], origin: Origin) -> (table: FlagTable, diagnostics: [Diagnostic])? {
        guard case .flags(var table, let others)? = try? flags(of: bytes, origin: origin) else { return nil }
        var diagnostics = DiagnosticCollector()
        for (key, text) in others.sorted(by: \.key) {
            let json = LaunchDarklyFlag.withoutKey(text.value)
            if let flag = LaunchDarklyFlag(key, json, at: [key], &diagnostics) { table.set(flag.flag(origin: origin)) }
        }
        return (table, diagnostics.diagnostics)
    }
}
