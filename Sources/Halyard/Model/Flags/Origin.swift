// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Where a flag's value came from: the kind of source, and the provider that served it.
///
/// Reason and origin are separate: the reason says why this variant was chosen, the origin says which source chose it and
/// how directly. The set of kinds is open.
public struct Origin: Sendable, Hashable {
    /// The kind of source.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The kind's name, in lower case.
        public let rawValue: String

        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An answer of the vendor's service in this run of the app.
        public static let network = Kind(rawValue: "network")
        /// An answer that an earlier run of the app stored.
        public static let persisted = Kind(rawValue: "persisted")
        /// A file or literal that was shipped with the app or a test.
        public static let bootstrap = Kind(rawValue: "bootstrap")
        /// Flags that the program itself holds and sets.
        public static let memory = Kind(rawValue: "memory")
        /// A value that was forced on top of all providers.
        public static let `override` = Kind(rawValue: "override")
        /// A value of the kill switch, which lies on top of everything else.
        public static let killSwitch = Kind(rawValue: "killSwitch")
        /// No source had a value: the caller's default.
        public static let `default` = Kind(rawValue: "default")
    }

    /// The kind of source.
    public var kind: Kind
    /// The name of the provider; nil for the caller's default.
    public var provider: String?

    /// Makes an origin.
    public init(_ kind: Kind, provider: String?) {
        self.kind = kind
        self.provider = provider
    }

    /// The caller's default.
    public static let `default` = Origin(.default, provider: nil)
}

extension Origin: CustomStringConvertible {
    /// Kind and provider: `network: unleash`, or the kind alone.
    public var description: String { provider.map { "\(kind.rawValue): \($0)" } ?? kind.rawValue }
}
