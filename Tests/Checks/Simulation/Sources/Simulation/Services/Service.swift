// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The common parts of the services: flags with versions, and an ETag that contains the version but not the person.
class Service {
    let name: String
    let flags: [String]
    private(set) var versions: [String: Int]
    /// The number of all changes, which the ETag contains.
    private(set) var version = 1
    /// The flags' initial versions, and their versions after each change.
    private(set) var history: [[String: Int]]
    unowned let world: World
    /// The events that all clients owe to the service, if they store unsent events.
    let ledger = Ledger()

    init(_ name: String, flags: [String], _ world: World) {
        (self.name, self.flags, self.world) = (name, flags, world)
        versions = Dictionary(uniqueKeysWithValues: flags.map { ($0, 1) })
        history = [versions]
    }

    /// Changes a flag.
    func change(_ flag: String) {
        version += 1
        versions[flag] = removes(flag) ? nil : version
        history.append(versions)
        changed(flag)
    }

    func value(_ flag: String, for person: Person) -> String {
        Stamp(name, flag, versions[flag] ?? 0, person).text
    }

    /// Returns whether a person's flags match the service's current versions.
    ///
    /// Flags of other services always match.
    func isCurrent(_ table: FlagTable) -> Bool {
        flags.allSatisfy { flag in
            guard let stamp = table[flag].flatMap({ Stamp($0) }) else { return versions[flag] == nil }
            return stamp.service != name || stamp.version == versions[flag]
        }
    }

    /// The open streams.
    final var lines: [Line] { world.stations.filter { $0.service === self }.flatMap(\.lines).filter(\.isOpen) }

    var tag: String { "\"v\(version)\"" }

    /// Returns the service's current response.
    func answer(to request: HTTPRequest) -> HTTPResponse {
        if isReport(request) { return HTTPResponse(HTTPResponseHead(status: 202)) }
        guard let person = person(of: request) else { return HTTPResponse(HTTPResponseHead(status: 400)) }
        if request.headers["If-None-Match"] == tag { return HTTPResponse(HTTPResponseHead(status: 304)) }
        return HTTPResponse(
            HTTPResponseHead(status: 200, headers: ["ETag": tag, "Content-Type": "application/json"]),
            body: JSONWriter.bytes(body(for: person)))
    }

    /// Returns an older response from a cache between client and service.
    func staleAnswer(to request: HTTPRequest) -> HTTPResponse {
        let now = (version, versions)
        defer { (version, versions) = now }
        version = max(1, version - 1)
        versions = history[version - 1]
        return answer(to: request)
    }

    /// A Boolean value that indicates whether an operator has revoked the key, which the service therefore rejects.
    final var isRevoked = false

    // Each vendor's service overrides the following methods.
    func isReport(_ request: HTTPRequest) -> Bool { fatalError("abstract") }
    func person(of request: HTTPRequest) -> Person? { fatalError("abstract") }
    func body(for person: Person) -> FlagValue { fatalError("abstract") }
    func changed(_ flag: String) {}
    /// The time of the last flag change, if an open stream delivers or announces all changes.
    var lastChange: Duration? { nil }
    /// Returns whether the flag was missing after one of the changes.
    func hasRemoved(_ flag: String) -> Bool { history.contains { $0[flag] == nil } }
    /// Returns whether a change removes the flag.
    func removes(_ flag: String) -> Bool { false }
    /// A Boolean value that indicates whether clients receive rules, and evaluate them for any person.
    var hasRules: Bool { false }
    func opened(_ line: Line) {}
    /// Returns whether the service opens a requested stream.
    func opens(_ request: HTTPRequest) -> Bool { true }
    /// A Boolean value that indicates whether clients report reads and tracking events to the service.
    var hasReports: Bool { true }
    /// Returns whether JSON is a response with flags.
    func isAnswer(_ document: FlagValue) -> Bool { true }
    /// Returns a body that the network has damaged.
    func spoil(_ body: [UInt8], _ dice: inout Dice) -> [UInt8] { Array(body.prefix(body.count / 2)) }
    /// Called when a client receives a response.
    func heard(_ request: HTTPRequest, _ response: HTTPResponse, at now: Instant) {}
    /// Calls a closure with each entry of a report.
    func read(_ report: FlagValue, _ found: (String, Int, Person?) -> Void) { fatalError("abstract") }
}

/// Functions that decode parts of requests.
enum Reading {
    static func json(_ bytes: [UInt8]?) -> FlagValue? { bytes.flatMap { try? JSONReader().read($0) } }

    /// Decodes unpadded base64 with the URL-safe alphabet.
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

    /// Returns the query parameters of a URL.
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
