// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The flags and segments of a document, as LaunchDarkly sends it to servers that poll.
struct LocalChanges {
    private(set) var flags: [RuleSource] = []
    private(set) var segments: [RuleSource] = []

    /// Reads a document, or returns `nil` if it isn't an object with flags.
    ///
    /// Other kinds of objects next to the flags and segments are ignored.
    init?(_ document: FlagValue) {
        guard case .object(let flags)? = document["flags"] else { return nil }
        self.flags = Self.sources(flags, in: "flags")
        switch document["segments"] {
        case nil, .null?: break
        case .object(let segments)?: self.segments = Self.sources(segments, in: "segments")
        default: return nil
        }
    }

    private static func sources(_ members: [String: FlagValue], in name: String) -> [RuleSource] {
        members.sorted(by: \.key).filter { !$0.value.isNull }
            .map { RuleSource(key: $0.key, text: JSONWriter.text($0.value), path: [name, $0.key]) }
    }
}
