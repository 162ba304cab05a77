// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The source of a flag's value: the kind of source, and the provider that served it.
///
/// Reason and origin are independent. The reason explains the choice of the variant. The origin names the source that
/// chose it, and how directly. The set of kinds is open.
public struct Origin: Sendable, Hashable {
    /// The kind of source.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The kind's name, in lowercase.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A response of the vendor's service in this launch of the app.
        public static let network = Kind(rawValue: "network")
        /// A response that an earlier launch of the app stored.
        public static let persisted = Kind(rawValue: "persisted")
        /// A file or literal that is part of the app or a test.
        public static let bootstrap = Kind(rawValue: "bootstrap")
        /// Flags that the program itself sets and keeps in memory.
        public static let memory = Kind(rawValue: "memory")
        /// A value that overrides all providers.
        public static let `override` = Kind(rawValue: "override")
        /// A value of the kill switch, which overrides everything else.
        public static let killSwitch = Kind(rawValue: "killSwitch")
        /// The caller's default value, because no source had a value.
        public static let `default` = Kind(rawValue: "default")
    }

    /// The kind of source.
    public var kind: Kind
    /// The name of the provider, or `nil` for the caller's default value.
    public var provider: String?

    /// Creates an origin.
    public init(_ kind: Kind, provider: String?) {
        self.kind = kind
        self.provider = provider
    }

    /// The caller's default value.
    public static let `default` = Origin(.default, provider: nil)
}

extension Origin: CustomStringConvertible {
    /// The kind and the provider: `network: unleash`, or the kind alone.
    public var description: String { provider.map { "\(kind.rawValue): \($0)" } ?? kind.rawValue }
}
