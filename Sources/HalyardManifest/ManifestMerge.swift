// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Adds flags to a manifest, and leaves the existing bytes unchanged.
package struct ManifestMerge: Sendable, Hashable {
    /// A flag of a provider.
    package struct Flag: Sendable, Hashable {
        package var key: String
        package var type: FlagType
        package var defaultValue: JSONNode
        package var description: String?

        /// Creates a flag.
        ///
        /// Without a type, derives it from the value.
        package init(_ key: String, type: FlagType? = nil, default value: JSONNode, description: String? = nil) {
            self.key = key
            self.type = type ?? FlagType(of: value)
            self.defaultValue = value
            self.description = description
        }
    }

    /// The complete manifest, or `nil` if the existing manifest or the result has errors.
    package var text: String?
    /// The keys of the added flags, in the order of the manifest.
    package var added: [String] = []
    /// The keys of the flags that a manifest cannot declare.
    ///
    /// Such a flag has an empty key, or a value that is nested too deeply or has another type.
    package var refused: [String] = []
    /// The problems of the existing manifest, or of the result.
    package var problems: [ManifestProblem]

    /// Adds missing flags, sorted by key, after the existing flags.
    ///
    /// - Parameters:
    ///   - flags: The flags. If two have the same key, the first one counts.
    ///   - existing: The manifest to add to, or `nil` for a new manifest.
    package init(_ flags: [Flag], into existing: [UInt8]? = nil) {
        let bytes = existing ?? Array(Self.empty.utf8)
        let reading = FlagManifest.read(bytes)
        problems = reading.problems
        guard !reading.hasErrors, let node = ManifestReader(bytes).root?.member("flags")?.value else { return }
        var keys = Set(node.members.map(\.name))
        let new = flags.filter { keys.insert($0.key).inserted }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .filter { flag in
                let isDeclarable = Self.isDeclarable(flag)
                if !isDeclarable { refused.append(flag.key) }
                return isDeclarable
            }
        let result = Self.inserting(new.map(Self.member), into: node, of: bytes)
        let check = FlagManifest.read(result)
        problems = check.problems
        guard !check.hasErrors else { return }
        text = String(decoding: result, as: UTF8.self)
        added = new.map(\.key)
    }

    private static func isDeclarable(_ flag: Flag) -> Bool {
        !FlagManifest.read(Array("{ \"flags\": { \(member(flag)) } }".utf8)).hasErrors
    }

    private static let empty = """
        {
          "$schema": "\(FlagManifest.openFeatureSchema)",
          "flags": {}
        }

        """

    private static func member(_ flag: Flag) -> String {
        var members: [JSONNode.Member] = [
            .init("flagType", .string(flag.type.rawValue)), .init("defaultValue", flag.defaultValue.content),
        ]
        if let description = flag.description { members.append(.init("description", .string(description))) }
        return JSONNode.Member(flag.key, .object(members)).json
    }

    /// Returns the text with more members at the end of an object, indented as the existing members.
    private static func inserting(_ members: [String], into object: JSONNode, of bytes: [UInt8]) -> [UInt8] {
        if members.isEmpty { return bytes }
        let newLine = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
        if let last = object.members.last {
            let space = indentation(at: last.offset, of: bytes)
            // Members on one line remain on one line.
            let separator = space.end == last.offset ? "," + newLine + space.text : ", "
            let end = last.value.range.upperBound
            return Array(bytes[..<end] + members.map { separator + $0 }.joined().utf8 + bytes[end...])
        }
        let outer = indentation(at: object.range.lowerBound, of: bytes).text
        let inner = newLine + outer + (outer.hasPrefix("\t") ? "\t" : "  ")
        let text = "{" + inner + members.joined(separator: "," + inner) + newLine + outer + "}"
        return Array(bytes[..<object.range.lowerBound] + text.utf8 + bytes[object.range.upperBound...])
    }

    /// Returns the indentation of the line of an offset, and the offset of its end.
    private static func indentation(at offset: Int, of bytes: [UInt8]) -> (text: String, end: Int) {
        let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let space = bytes[start..<offset].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return (String(decoding: space, as: UTF8.self), space.endIndex)
    }
}
