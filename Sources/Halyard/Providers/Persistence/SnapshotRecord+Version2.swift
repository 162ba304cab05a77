// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Records of version 2 had a head in JSON, in which `flags` is the number of a table, and the tables after it:
// <length of the head><head>, then for each table <number of its flags>, for each flag <length of its name><length of its JSON>,
// then for each flag <name><JSON>. Numbers have 32 bits, the lowest byte first.
extension SnapshotRecord {
    /// The content of such a record as a document of today's version.
    static func document(ofVersion2 bytes: [UInt8], from start: Int) throws(Fault) -> [UInt8] {
        var parts = Version2Parts(bytes: bytes, offset: start)
        let head = try parts.json(try parts.number())
        var tables: [FlagValue] = []
        while !parts.isAtEnd { tables.append(try parts.table()) }
        guard case .object(var members) = head, let snapshot = members["snapshot"] else { throw Version2Parts.fault }
        members["snapshot"] = try Version2Parts.inserting(tables, into: snapshot)
        return JSONWriter.bytes(.object(members))
    }
}

/// The parts of a record of version 2, one after the other.
private struct Version2Parts {
    static let fault = SnapshotRecord.Fault.damaged("its tables don't have the right length")

    let bytes: [UInt8]
    var offset: Int

    var isAtEnd: Bool { offset == bytes.count }

    mutating func number() throws(SnapshotRecord.Fault) -> Int {
        var number = 0
        for byte in try take(4).reversed() { number = number << 8 | Int(byte) }
        return number
    }

    mutating func json(_ count: Int) throws(SnapshotRecord.Fault) -> FlagValue {
        let reader = JSONReader(options: SnapshotRecord.options)
        let bytes = Array(try take(count))
        do throws(JSONError) { return try reader.read(bytes) } catch { throw .damaged("it is not JSON") }
    }

    /// The flags of a table by name.
    mutating func table() throws(SnapshotRecord.Fault) -> FlagValue {
        var lengths: [(name: Int, json: Int)] = []
        for _ in 0..<(try number()) { lengths.append((try number(), try number())) }
        var flags: [String: FlagValue] = [:]
        for (name, json) in lengths { flags[String(decoding: try take(name), as: UTF8.self)] = try self.json(json) }
        return .object(flags)
    }

    private mutating func take(_ count: Int) throws(SnapshotRecord.Fault) -> ArraySlice<UInt8> {
        guard count <= bytes.count - offset else { throw Self.fault }
        offset += count
        return bytes[(offset - count)..<offset]
    }

    /// Inserts the flags of a snapshot and of its parts.
    static func inserting(
        _ tables: [FlagValue], into snapshot: FlagValue
    ) throws(SnapshotRecord.Fault) -> FlagValue {
        guard case .object(var members) = snapshot, case .int(let number)? = members["flags"],
            tables.indices.contains(Int(clamping: number))
        else { throw fault }
        members["flags"] = tables[Int(number)]
        if case .object(var parts)? = members["parts"] {
            for (name, part) in parts { parts[name] = try inserting(tables, into: part) }
            members["parts"] = .object(parts)
        }
        return .object(members)
    }
}
