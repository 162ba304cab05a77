// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Where an override comes from; earlier cases take precedence.
enum OverrideSource: String, Sendable, Hashable, CaseIterable {
    /// A call of ``ClientOverrides``.
    case code
    /// The program's arguments.
    case argument
    /// An environment variable.
    case environment
    /// A file.
    case file
}

/// One forced value and its source.
struct OverrideEntry: Sendable {
    let flag: Flag
    let source: OverrideSource
    /// The place in the source: `argument 3`, `HALYARD_FLAGS`, a path; nil for code.
    let place: String?

    init(_ name: String, _ value: FlagValue, _ second: FlagValue? = nil, from source: OverrideSource, at place: String?)
    {
        var metadata: [String: FlagValue] = ["overrideSource": .string(source.rawValue)]
        if let place { metadata["overridePlace"] = .string(place) }
        flag = Flag(name, value, variantValue: second, metadata: metadata, origin: .override)
        self.source = source
        self.place = place
    }

    /// Makes an entry from a text, which also answers reads of a second type where that makes sense.
    init(_ name: String, text: String, from source: OverrideSource, at place: String) {
        let text = OverrideText(text)
        self.init(name, text.value, text.second, from: source, at: place)
    }
}
