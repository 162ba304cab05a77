// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// An event of the stream for servers.
enum LocalNews {
    /// All flags and segments.
    case put(LocalChanges)
    /// A flag or a segment with its JSON, or its deletion.
    case change(RuleGraph.Part, version: Int64?, text: String)
    /// An event that this provider ignores.
    case ignored
    /// Data that isn't JSON.
    case notJSON
    /// JSON with another shape, with the reason as the rest of a sentence.
    case invalid(String)

    private static let names = JSONNames(["path", "data", "version"])
    private static let versionName = JSONNames(["version"])

    /// Reads an event.
    ///
    /// The data of unknown events aren't read, because they might not be JSON.
    init(_ event: ServerSentEvent) {
        let news: LocalNews?
        switch event.type {
        case "put": news = try? Self.put(event.data)
        case "patch": news = try? Self.change(event.data, isDeletion: false)
        case "delete": news = try? Self.change(event.data, isDeletion: true)
        default: news = .ignored
        }
        self = news ?? .notJSON
    }

    private static func put(_ data: String) throws(JSONScanner.Fault) -> LocalNews {
        var changes: LocalChanges?
        try forEachMember(of: data) { (scanner, number) throws(JSONScanner.Fault) in
            if number == 1 { changes = try LocalChanges(&scanner) } else { try scanner.skipValue() }
        }
        return changes.map(LocalNews.put) ?? .invalid("expected \"data\" with an object \"flags\"")
    }

    private static func change(_ data: String, isDeletion: Bool) throws(JSONScanner.Fault) -> LocalNews {
        var path = FlagValue.null
        var version = FlagValue.null
        var text: String?
        try forEachMember(of: data) { (scanner, number) throws(JSONScanner.Fault) in
            switch number {
            case 0: path = try scanner.value()
            case 1 where !isDeletion && scanner.next == UInt8(ascii: "{"):
                let start = scanner.offset
                version = .null
                try scanner.forEachMember(of: versionName) { (scanner, _) throws(JSONScanner.Fault) in
                    version = try scanner.value()
                }
                text = scanner.string(from: start)
            case 2 where isDeletion: version = try scanner.value()
            default: try scanner.skipValue()
            }
        }
        guard case .string(let path) = path else { return .invalid("expected a string \"path\"") }
        guard let part = part(of: path) else { return .ignored }
        if !isDeletion, text == nil { return .invalid("expected an object \"data\"") }
        let number = Int64(flagValue: version)
        if number == nil, !version.isNull || isDeletion { return .invalid("expected an integer \"version\"") }
        let deletion = #"{"version":\#(number ?? 0),"deleted":true}"#
        return .change(part, version: number, text: text ?? deletion)
    }

    /// Calls `body` before each known property of a document.
    private static func forEachMember(
        of data: String, _ body: (inout JSONScanner, _ number: Int) throws(JSONScanner.Fault) -> Void
    ) throws(JSONScanner.Fault) {
        var scanner = JSONScanner(data)
        try scanner.document { (scanner) throws(JSONScanner.Fault) in
            guard scanner.next == UInt8(ascii: "{") else { return try scanner.skipValue() }
            try scanner.forEachMember(of: names, body)
        }
    }

    /// Returns the flag or segment of a path, whose key is the unchanged rest of the path, or `nil` for other objects.
    private static func part(of path: String) -> RuleGraph.Part? {
        for (prefix, part) in [("/flags/", RuleGraph.Part.flag), ("/segments/", RuleGraph.Part.segment)]
        where path.utf8.starts(with: prefix.utf8) {
            return part(String(path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
        }
        return nil
    }

    /// Returns the version in a flag's or segment's JSON, or `nil` if it has none.
    static func version(of text: String) -> Int64? {
        var version = FlagValue.null
        var scanner = JSONScanner(text)
        guard scanner.next == UInt8(ascii: "{") else { return nil }
        try? scanner.forEachMember(of: versionName) { (scanner, _) throws(JSONScanner.Fault) in
            version = try scanner.value()
        }
        return Int64(flagValue: version)
    }
}
