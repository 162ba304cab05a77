// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A stored snapshot as bytes: a line that describes what follows, then the snapshot.
///
/// ```
/// halyard-snapshot 2 xxh64=<16 hexadecimal digits> bytes=<length of what follows>
/// <length of the head: 32 bits, the lowest byte first><head><tables>
/// ```
/// The head is JSON, `{"context":…,"identity":…,"savedAt":…,"snapshot":{…}}`, and gives the numbers of the ``StoredTables``
/// with the flags. The checksum covers the bytes after the line. That of
/// version 1 (`sha256=…`), where the flags were in the head and there were no tables, also covers the version. Every
/// version that was ever released is read forever (`Tests/HalyardTests/Providers/Persistence/Fixtures`).
struct SnapshotRecord {
    /// Why bytes cannot be used.
    enum Fault: Error, Hashable {
        /// They were truncated or changed.
        case damaged(String)
        /// A later release of Halyard wrote them.
        case unknownVersion(String)
        /// They are about another identity.
        case foreign
    }

    private static let magic = "halyard-snapshot"
    private static let version = "2"

    private let savedAt: Instant
    private let isSameContext: Bool
    private let snapshot: FlagValue
    private let tables: [[StoredTables.Row]]
    private let context: EvaluationContext

    /// Reads what was stored about a context's identity.
    init(reading bytes: [UInt8], for context: EvaluationContext) throws(Fault) {
        let (head, tables) = try Self.contents(of: bytes)
        guard head["identity"] == .string(context.identityDigest) else { throw .foreign }
        guard case .int(let savedAt)? = head["savedAt"], let snapshot = head["snapshot"] else {
            throw Self.isNoSnapshot
        }
        self.savedAt = Instant(millisecondsSinceEpoch: savedAt)
        isSameContext = head["context"] == .string(context.stableDigest)
        (self.snapshot, self.tables, self.context) = (snapshot, tables, context)
    }

    /// The flags as they may be served, as those of a kind of source.
    ///
    /// Flags that were evaluated for other attributes come without the source's validator and resume data.
    func stored(from kind: Origin.Kind) throws(Fault) -> StoredSnapshot {
        guard var flags = FlagSnapshot(stored: snapshot, tables, for: context, from: kind) else {
            throw Self.isNoSnapshot
        }
        if !isSameContext { flags = flags.withoutRequestState() }
        return StoredSnapshot(flags, savedAt: savedAt, isSameContext: isSameContext)
    }

    /// The bytes to store.
    static func bytes(of stored: StoredSnapshot) -> [UInt8] {
        let context = stored.snapshot.context
        var tables = StoredTables()
        let head = JSONWriter.bytes(
            .object([
                "context": .string(context.stableDigest), "identity": .string(context.identityDigest),
                "savedAt": .int(stored.savedAt.millisecondsSinceEpoch), "snapshot": stored.snapshot.stored(&tables),
            ]))
        var body: [UInt8] = []
        StoredTables.append(head.count, to: &body)
        body += head
        body += tables.bytes
        return Array("\(magic) \(version) \(checksum(of: body, from: 0)) bytes=\(body.count)\n".utf8) + body
    }
}

// MARK: - Reading

extension SnapshotRecord {
    private static let isNoSnapshot = Fault.damaged("its members are not those of a snapshot")

    private static func contents(of bytes: [UInt8]) throws(Fault) -> (head: FlagValue, tables: [[StoredTables.Row]]) {
        guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw .damaged("it has no first line") }
        let words = String(decoding: bytes[..<lineEnd], as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == magic else { throw .damaged("its first line is not that of a snapshot") }
        let start = lineEnd + 1
        let isKnown = words[1] == version || words[1] == "1"
        // A record whose version was changed is damaged, not new.
        let isIntact =
            words.count == 4
            && (words[1] != "1" && words[2] == checksum(of: bytes, from: start)
                || words[1] != version && words[2] == oldChecksum(of: bytes, from: start))
        guard isKnown else {
            let isVersion = (1...9).contains(words[1].utf8.count) && words[1].utf8.allSatisfy { (48...57).contains($0) }
            throw isVersion && !isIntact ? .unknownVersion(String(words[1])) : .damaged("its version is not right")
        }
        guard words.count == 4, words[3] == "bytes=\(bytes.count - start)" else {
            throw .damaged("its length is not right")
        }
        guard isIntact else { throw .damaged("its checksum is not right") }
        if words[1] == "1" { return (try json(bytes, start..<bytes.count), []) }
        guard let length = StoredTables.number(in: bytes, at: start), start + 4 + length <= bytes.count,
            let tables = StoredTables.read(bytes, from: start + 4 + length)
        else { throw .damaged("its parts are not where they should be") }
        return (try json(bytes, start + 4..<start + 4 + length), tables)
    }

    /// Allows somewhat more than a provider's own reader does, because a record wraps what that read.
    private static var reader: JSONReader {
        var options = JSONReader.Options()
        options.maximumDepth += 16
        options.maximumBytes = SystemFiles.sizeLimit
        return JSONReader(options: options)
    }

    private static func json(_ bytes: [UInt8], _ range: Range<Int>) throws(Fault) -> FlagValue {
        do throws(JSONError) {
            return try reader.read(Array(bytes[range]))
        } catch {
            throw .damaged("it is not JSON")
        }
    }

    private static func checksum(of bytes: [UInt8], from start: Int) -> String {
        let digits = String(XXHash64.checksum(of: bytes, start..<bytes.count), radix: 16)
        return "xxh64=" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The checksum of version 1.
    private static func oldChecksum(of bytes: [UInt8], from start: Int) -> String {
        "sha256=" + SHA256.hexDigest(of: Array("\(magic) 1\n".utf8) + bytes[start...])
    }
}
