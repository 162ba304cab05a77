// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The flags and segments of a document, as LaunchDarkly sends it to servers that poll, or one changed flag or segment.
struct LocalChanges {
    /// A Boolean value that indicates whether flags and segments that aren't listed have been removed.
    private(set) var isWhole = true
    private(set) var flags: [RuleSource] = []
    private(set) var segments: [RuleSource] = []

    /// Reads the bytes of a document, or returns `nil` if it isn't an object with flags.
    ///
    /// Each flag and segment keeps its JSON unchanged. Other kinds of objects next to the flags and segments are ignored.
    init?(_ bytes: [UInt8]) {
        var scanner = JSONScanner(bytes)
        var isReadable = false
        let isJSON: Void? = try? scanner.document { (scanner) throws(JSONScanner.Fault) in
            isReadable = try read(&scanner)
        }
        if isJSON == nil || !isReadable { return nil }
    }

    /// Reads the next value as a document, or returns `nil` if it isn't an object with flags.
    init?(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) {
        guard try read(&scanner) else { return nil }
    }

    /// Reads a document, or returns `nil` if it isn't an object with flags.
    init?(_ document: FlagValue) { self.init(JSONWriter.bytes(document)) }

    /// Creates the change of one flag or segment.
    init(_ part: RuleGraph.Part, text: String) {
        isWhole = false
        switch part {
        case .flag(let key): flags = [RuleSource(key: key, text: text, path: ["flags", key])]
        case .segment(let key): segments = [RuleSource(key: key, text: text, path: ["segments", key])]
        }
    }

    /// Reads the value of ``LaunchDarklyRuleBook/providerData``, or returns `nil` for anything else.
    init?(providerData: FlagValue) {
        guard let flags = Self.sources(of: providerData["flags"], in: "flags"),
            let segments = Self.sources(of: providerData["segments"], in: "segments")
        else { return nil }
        self.flags = flags
        self.segments = segments
    }

    private static let members = JSONNames(["flags", "segments"])

    /// Reads the next value, and returns whether it's an object with flags.
    private mutating func read(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> Bool {
        guard scanner.next == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return false
        }
        var flags: [RuleSource]?
        var segments: [RuleSource]? = []
        try scanner.forEachMember(of: Self.members) { (scanner, number) throws(JSONScanner.Fault) in
            if number == 0 {
                flags = try Self.sources(&scanner, in: "flags")
            } else {
                let isNull = scanner.next == UInt8(ascii: "n")
                let sources = try Self.sources(&scanner, in: "segments")
                segments = isNull ? [] : sources
            }
        }
        guard let flags, let segments else { return false }
        self.flags = flags
        self.segments = segments
        return true
    }

    /// Reads the properties of the next value, or returns `nil` if it isn't an object.
    ///
    /// Null counts as absent. If two properties have the same name, the last one counts.
    private static func sources(
        _ scanner: inout JSONScanner, in name: String
    ) throws(JSONScanner.Fault) -> [RuleSource]? {
        guard scanner.next == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        var sources: [RuleSource] = []
        var places: [String: Int] = [:]
        try scanner.forEachMember { (scanner, key, _) throws(JSONScanner.Fault) in
            _ = scanner.next
            let start = scanner.offset
            try scanner.skipValue()
            let source = RuleSource(key: key, text: scanner.string(from: start), path: [name, key])
            if let place = places.updateValue(sources.count, forKey: key) {
                places[key] = place
                sources[place] = source
            } else {
                sources.append(source)
            }
        }
        return sources.filter { $0.text != "null" }
    }

    /// Returns the sources of an object with lists of keys and texts, or `nil` for anything else.
    private static func sources(of list: FlagValue?, in name: String) -> [RuleSource]? {
        guard case .array(let keys)? = list?["keys"], case .array(let texts)? = list?["texts"],
            keys.count == texts.count
        else { return nil }
        var sources: [RuleSource] = []
        sources.reserveCapacity(keys.count)
        for case (.string(let key), .string(let text)) in zip(keys, texts) {
            sources.append(RuleSource(key: key, text: text, path: [name, key]))
        }
        return sources.count == keys.count ? sources : nil
    }
}
