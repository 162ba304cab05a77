// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A stored snapshot as bytes: a line that says what follows, then JSON.
///
/// ```
/// halyard-snapshot 1 sha256=<64 hexadecimal digits> bytes=<length of the JSON>
/// {"context":…,"identity":…,"savedAt":…,"snapshot":{…}}
/// ```
/// The checksum covers the version and the JSON. Every version that was ever released is read forever
/// (`Tests/HalyardTests/Persistence/Fixtures`).
struct SnapshotRecord {
    /// Why bytes cannot be used.
    enum Fault: Error, Hashable {
        /// They were cut off or changed.
        case damaged(String)
        /// A later release of Halyard wrote them.
        case unknownVersion(String)
        /// They are about somebody else.
        case foreign
    }

    private static let magic = "halyard-snapshot"
    private static let version = "1"

    /// The bytes to store.
    static func bytes(of stored: StoredSnapshot) -> [UInt8] {
        let context = stored.snapshot.context
        let body = JSONWriter.bytes(
            .object([
                "context": .string(context.stableDigest), "identity": .string(context.identityDigest),
                "savedAt": .int(stored.savedAt.millisecondsSinceEpoch), "snapshot": stored.snapshot.stored,
            ]))
        return Array("\(magic) \(version) sha256=\(checksum(of: body)) bytes=\(body.count)\n".utf8) + body
    }

    /// Reads what was stored about a context.
    ///
    /// - Parameters:
    ///   - bytes: The record.
    ///   - context: For whom it shall be served.
    ///   - kind: Which kind of source the flags come from now.
    static func read(
        _ bytes: [UInt8], for context: EvaluationContext, from kind: Origin.Kind
    ) throws(Fault) -> StoredSnapshot {
        let document = try document(in: bytes)
        guard document["identity"] == .string(context.identityDigest) else { throw .foreign }
        guard case .int(let savedAt)? = document["savedAt"], let stored = document["snapshot"],
            let snapshot = FlagSnapshot(stored: stored, for: context, from: kind)
        else { throw .damaged("its members are not those of a snapshot") }
        return StoredSnapshot(
            snapshot, savedAt: Instant(millisecondsSinceEpoch: savedAt),
            isSameContext: document["context"] == .string(context.stableDigest))
    }

    private static func document(in bytes: [UInt8]) throws(Fault) -> FlagValue {
        guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw .damaged("it has no first line") }
        let words = String(decoding: bytes[..<lineEnd], as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == magic else { throw .damaged("its first line is not that of a snapshot") }
        guard words[1] == version else { throw .unknownVersion(String(words[1])) }
        let body = Array(bytes[(lineEnd + 1)...])
        guard words.count == 4, words[3] == "bytes=\(body.count)" else { throw .damaged("its length is not right") }
        guard words[2] == "sha256=\(checksum(of: body))" else { throw .damaged("its checksum is not right") }
        do throws(JSONError) {
            return try JSONReader().read(body)
        } catch {
            throw .damaged("it is not JSON")
        }
    }

    private static func checksum(of body: [UInt8]) -> String {
        SHA256.hexDigest(of: Array("\(magic) \(version)\n".utf8) + body)
    }
}
