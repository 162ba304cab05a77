// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Where an override comes from; the case that stands first wins.
enum OverrideSource: String, Sendable, Hashable, CaseIterable {
    /// What ``ClientOverrides`` were told.
    case code
    /// The program's arguments.
    case argument
    /// An environment variable.
    case environment
    /// A file.
    case file
}

/// One forced value, and who forces it.
struct OverrideEntry: Sendable {
    let flag: Flag
    let source: OverrideSource
    /// Where in the source: `argument 3`, `HALYARD_FLAGS`, a path; nil for code.
    let place: String?

    init(_ name: String, _ value: FlagValue, _ second: FlagValue? = nil, from source: OverrideSource, at place: String?)
    {
        var metadata: [String: FlagValue] = ["overrideSource": .string(source.rawValue)]
        if let place { metadata["overridePlace"] = .string(place) }
        flag = Flag(name, value, variantValue: second, metadata: metadata, origin: .override)
        self.source = source
        self.place = place
    }

    /// Makes an entry of a text, which answers a read of a second type where that makes sense.
    init(_ name: String, text: String, from source: OverrideSource, at place: String) {
        let text = OverrideText(text)
        self.init(name, text.value, text.second, from: source, at: place)
    }
}
