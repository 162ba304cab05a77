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

    private let savedAt: Instant
    private let isSameContext: Bool
    private let snapshot: FlagValue
    private let context: EvaluationContext

    /// Reads what was stored about a context's identity.
    init(reading bytes: [UInt8], for context: EvaluationContext) throws(Fault) {
        let document = try Self.document(in: bytes)
        guard document["identity"] == .string(context.identityDigest) else { throw .foreign }
        guard case .int(let savedAt)? = document["savedAt"], let snapshot = document["snapshot"] else {
            throw Self.isNoSnapshot
        }
        self.savedAt = Instant(millisecondsSinceEpoch: savedAt)
        isSameContext = document["context"] == .string(context.stableDigest)
        (self.snapshot, self.context) = (snapshot, context)
    }

    /// The flags as they may be served, as those of a kind of source.
    ///
    /// What was decided for other attributes comes without what the source wanted to be asked with next time.
    func stored(from kind: Origin.Kind) throws(Fault) -> StoredSnapshot {
        guard var flags = FlagSnapshot(stored: snapshot, for: context, from: kind) else { throw Self.isNoSnapshot }
        if !isSameContext { flags = flags.withoutRequestState() }
        return StoredSnapshot(flags, savedAt: savedAt, isSameContext: isSameContext)
    }

    /// The flags as the source once answered them; nil when they were decided for other attributes.
    func resume() throws(Fault) -> FlagSnapshot? { isSameContext ? try stored(from: .network).snapshot : nil }

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

    private static let isNoSnapshot = Fault.damaged("its members are not those of a snapshot")

    private static func document(in bytes: [UInt8]) throws(Fault) -> FlagValue {
        guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw .damaged("it has no first line") }
        let words = String(decoding: bytes[..<lineEnd], as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == magic else { throw .damaged("its first line is not that of a snapshot") }
        let body = Array(bytes[(lineEnd + 1)...])
        let isIntact = words.count == 4 && words[2] == "sha256=\(checksum(of: body))"
        guard words[1] == version else {
            // A record of this version whose version was changed is damaged, not new.
            let isVersion = (1...9).contains(words[1].utf8.count) && words[1].utf8.allSatisfy { (48...57).contains($0) }
            throw isVersion && !isIntact ? .unknownVersion(String(words[1])) : .damaged("its version is not right")
        }
        guard words.count == 4, words[3] == "bytes=\(body.count)" else { throw .damaged("its length is not right") }
        guard isIntact else { throw .damaged("its checksum is not right") }
        do throws(JSONError) {
            return try reader.read(body)
        } catch {
            throw .damaged("it is not JSON")
        }
    }

    /// Takes somewhat more than a provider's own reader does, because a record lies around what that one read.
    private static var reader: JSONReader {
        var options = JSONReader.Options()
        options.maximumDepth += 16
        options.maximumBytes = SystemFiles.sizeLimit
        return JSONReader(options: options)
    }

    private static func checksum(of body: [UInt8]) -> String {
        SHA256.hexDigest(of: Array("\(magic) \(version)\n".utf8) + body)
    }
}
