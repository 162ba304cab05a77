// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// What the services have in common: flags with versions, and a tag that says the version and not the person.
class Service {
    let name: String
    let flags: [String]
    private(set) var versions: [String: Int]
    /// The sum of all changes, as the tag says it.
    private(set) var version = 1
    /// The flags' versions after each change, and at first.
    private(set) var history: [[String: Int]]
    unowned let world: World
    /// What all clients owe it, where they store what they cannot send.
    let ledger = Ledger()

    init(_ name: String, flags: [String], _ world: World) {
        (self.name, self.flags, self.world) = (name, flags, world)
        versions = Dictionary(uniqueKeysWithValues: flags.map { ($0, 1) })
        history = [versions]
    }

    /// Somebody edits a flag.
    func change(_ flag: String) {
        version += 1
        versions[flag] = version
        history.append(versions)
        changed(flag)
    }

    func value(_ flag: String, for person: Person) -> String {
        Stamp(name, flag, versions[flag] ?? 0, person).text
    }

    /// Whether flags of this person are as they are here, or another service answers them.
    func isCurrent(_ table: FlagTable) -> Bool {
        flags.allSatisfy { flag in
            guard let stamp = table[flag].flatMap({ Stamp($0) }) else { return false }
            return stamp.service != name || stamp.version == versions[flag]
        }
    }

    var tag: String { "\"v\(version)\"" }

    /// The service's answer right now.
    func answer(to request: HTTPRequest) -> HTTPResponse {
        if isReport(request) { return HTTPResponse(HTTPResponseHead(status: 202)) }
        guard let person = person(of: request) else { return HTTPResponse(HTTPResponseHead(status: 400)) }
        if request.headers["If-None-Match"] == tag { return HTTPResponse(HTTPResponseHead(status: 304)) }
        return HTTPResponse(
            HTTPResponseHead(status: 200, headers: ["ETag": tag, "Content-Type": "application/json"]),
            body: JSONWriter.bytes(body(for: person)))
    }

    /// An answer that a cache in between has kept.
    func staleAnswer(to request: HTTPRequest) -> HTTPResponse {
        let now = (version, versions)
        defer { (version, versions) = now }
        version = max(1, version - 1)
        versions = history[version - 1]
        return answer(to: request)
    }

    // What each vendor does in its own way.
    func isReport(_ request: HTTPRequest) -> Bool { fatalError("abstract") }
    func person(of request: HTTPRequest) -> Person? { fatalError("abstract") }
    func body(for person: Person) -> FlagValue { fatalError("abstract") }
    func changed(_ flag: String) {}
    func opened(_ line: Line) {}
    /// Whether it opens a stream that is asked for, or refuses the address.
    func opens(_ request: HTTPRequest) -> Bool { true }
    /// Whether clients report reads and tracks to it.
    var hasReports: Bool { true }
    /// Whether JSON is an answer about flags.
    func isAnswer(_ document: FlagValue) -> Bool { true }
    /// What the network makes of a body.
    func spoil(_ body: [UInt8], _ dice: inout Dice) -> [UInt8] { Array(body.prefix(body.count / 2)) }
    /// A client sees an answer.
    func heard(_ request: HTTPRequest, _ response: HTTPResponse, at now: Instant) {}
    /// Says what a report counts.
    func read(_ report: FlagValue, _ found: (String, Int, Person?) -> Void) { fatalError("abstract") }
}

/// How bytes of requests are read.
enum Reading {
    static func json(_ bytes: [UInt8]?) -> FlagValue? { bytes.flatMap { try? JSONReader().read($0) } }

    /// Unpadded base64 of the alphabet for URLs.
    static func base64(_ text: some StringProtocol) -> [UInt8] {
        var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
        for character in text.utf8 {
            let value: UInt8? =
                switch character {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
                case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
                case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
                case UInt8(ascii: "-"): 62
                case UInt8(ascii: "_"): 63
                default: nil
                }
            guard let value else { continue }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    /// The parameters of a URL.
    static func query(_ url: String) -> [String: String] {
        guard let mark = url.firstIndex(of: "?") else { return [:] }
        var found: [String: String] = [:]
        for pair in url[url.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { found[unescaped(parts[0])] = unescaped(parts[1]) }
        }
        return found
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
