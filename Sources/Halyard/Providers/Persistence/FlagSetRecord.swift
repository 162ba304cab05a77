// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A stored flag set as bytes: a line with metadata, followed by the flag set as JSON.
///
/// ```
/// halyard-snapshot 3 xxh64=<16 hexadecimal digits> bytes=<length of what follows>
/// {"context":…,"identity":…,"savedAt":…,"snapshot":{"confirmedAt":…,"flags":{…},…}}
/// ```
/// The checksum covers the bytes after the line.
struct FlagSetRecord {
    /// The reason why a record can't be used.
    enum Fault: Error, Hashable {
        /// The record was truncated or changed.
        case damaged(String)
        /// A later release of Halyard wrote them.
        case unknownVersion(String)
        /// The record belongs to another identity.
        case foreign
    }

    private static let magic = "halyard-snapshot"
    private static let version = 3
    /// Reads the JSON of a record, which contains a provider's document and is nested more deeply.
    fileprivate static let options: JSONReader.Options = {
        var options = JSONReader.Options()
        options.maximumDepth += 16
        options.maximumBytes = LocalFileSystem.sizeLimit
        return options
    }()

    /// The first line, which is the same for records with the same content.
    let line: String
    private let bytes: [UInt8]
    private let start: Int

    /// Checks the first line of a record.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            throw .damaged("the first line is missing")
        }
        line = String(decoding: bytes[..<lineEnd], as: UTF8.self)
        start = lineEnd + 1
        self.bytes = bytes
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == Self.magic else {
            throw .damaged("the first line doesn't begin with '\(Self.magic)'")
        }
        let version = Int(words[1]) ?? 0
        let isIntact = words.count == 4 && words[2] == Self.checksum(of: bytes, from: start)
        guard version == Self.version else {
            // A record with a modified version is damaged, not newer.
            let isNew = version > Self.version && !isIntact
            throw isNew ? .unknownVersion(String(words[1])) : .damaged("the version is wrong")
        }
        guard words.count == 4, words[3] == "bytes=\(bytes.count - start)" else {
            throw .damaged("the length is wrong")
        }
        guard isIntact else { throw .damaged("the checksum is wrong") }
    }

    /// Decodes the flags for a context.
    ///
    /// Flags that were evaluated for other attributes don't include the source's validator and resume data.
    func stored(for context: EvaluationContext) throws(Fault) -> StoredFlags {
        guard let content = content(for: context) else {
            throw .damaged("the content isn't JSON")
        }
        guard let identity = content.identity, let savedAt = content.savedAt, var flags = content.flagSet else {
            throw .damaged("the content isn't a flag set")
        }
        guard identity == context.identityDigest else { throw .foreign }
        let isSameContext = content.context == context.stableDigest
        if !isSameContext { flags = flags.withoutRequestState() }
        return StoredFlags(flags, savedAt: savedAt, isSameContext: isSameContext)
    }

    /// The time when the flags were stored, or `nil` if the record doesn't contain it.
    var savedAt: Instant? {
        content(for: nil)?.savedAt
    }

    private func content(for context: EvaluationContext?) -> RecordContent? {
        try? RecordContent(reading: Array(bytes[start...]), for: context)
    }

    /// Returns the bytes to store.
    static func bytes(of stored: StoredFlags) -> [UInt8] {
        let context = stored.flagSet.context
        let members: [(key: String, value: (inout JSONWriter) -> Void)] = [
            ("context", { $0.write(.string(context.stableDigest)) }),
            ("identity", { $0.write(.string(context.identityDigest)) }),
            ("savedAt", { $0.write(.int(stored.savedAt.millisecondsSinceEpoch)) }),
            ("snapshot", { stored.flagSet.write(to: &$0) }),
        ]
        var writer = JSONWriter()
        writer.object(members) { $1(&$0) }
        let body = writer.output
        return Array("\(magic) \(version) \(checksum(of: body, from: 0)) bytes=\(body.count)\n".utf8) + body
    }

    private static func checksum(of bytes: [UInt8], from start: Int) -> String {
        let digits = String(XXHash64.checksum(of: bytes, start..<bytes.count), radix: 16)
        return "xxh64=" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The properties of a record.
///
/// A property is `nil` if it's missing or has another type.
private struct RecordContent {
    private enum Member: String, CaseIterable {
        case context, identity, savedAt, snapshot

        static let all = allCases
        static let names = JSONNames(all.map(\.rawValue))
    }

    /// The digest of the context for which the flags were evaluated.
    private(set) var context: String?
    private(set) var identity: String?
    private(set) var savedAt: Instant?
    private(set) var flagSet: FlagSet?

    /// Reads the properties.
    ///
    /// Without a context, it skips the flags.
    init(reading document: [UInt8], for servedContext: EvaluationContext?) throws(JSONScanner.Fault) {
        var content = RecordContent()
        var scanner = JSONScanner(document, options: FlagSetRecord.options)
        try scanner.document { (scanner) throws(JSONScanner.Fault) in
            guard scanner.next == UInt8(ascii: "{") else { return try scanner.skipValue() }
            try scanner.forEachMember(of: Member.names) { (scanner, number) throws(JSONScanner.Fault) in
                switch Member.all[number] {
                case .context: content.context = String(flagValue: try scanner.value())
                case .identity: content.identity = String(flagValue: try scanner.value())
                case .savedAt: content.savedAt = Instant(stored: try scanner.value())
                case .snapshot:
                    guard let servedContext else { return try scanner.skipValue() }
                    content.flagSet = try FlagSet(stored: &scanner, for: servedContext)
                }
            }
        }
        self = content
    }

    private init() {}
}
