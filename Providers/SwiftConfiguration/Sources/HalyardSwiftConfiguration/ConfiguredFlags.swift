// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// You can copy this file into your project. It uses only the public API of Halyard and of swift-configuration 1.4 or later.

public import Configuration
public import Halyard

/// Provides flags from a reader of swift-configuration.
///
/// ```swift
/// let provider = ConfiguredFlags(config.scoped(to: "features"), [.flag(.newCheckout), .flag(.searchLimit)])
/// let flags = FlagClient(provider: provider)
/// ```
/// You declare the flags, because a reader can't list its keys. All contexts have the same flags. When a provider of the reader
/// reloads, the client gets the changed flags. A value of another type is a missing flag, because a reader returns `nil` for
/// both, and a failed reload is only in the log of the provider that failed. An access reporter of the reader gets an event for
/// each declared flag at each reload.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct ConfiguredFlags: FlagProvider {
    /// A flag with its key in the configuration.
    public struct Declaration: Sendable {
        fileprivate let name: String
        fileprivate let read: @Sendable (ConfigSnapshotReader) -> FlagValue?

        /// Declares a Boolean flag.
        ///
        /// - Parameters:
        ///   - key: The flag.
        ///   - path: The key in the configuration. By default, it's the flag key, whose dots separate components.
        public static func flag(_ key: FlagKey<Bool>, at path: ConfigKey? = nil) -> Declaration {
            Declaration(key.name, path) { $0.bool(forKey: $1) }
        }

        /// Declares an integer flag.
        public static func flag(_ key: FlagKey<Int>, at path: ConfigKey? = nil) -> Declaration {
            Declaration(key.name, path) { $0.int(forKey: $1) }
        }

        /// Declares a flag whose value is a number.
        public static func flag(_ key: FlagKey<Double>, at path: ConfigKey? = nil) -> Declaration {
            Declaration(key.name, path) { $0.double(forKey: $1) }
        }

        /// Declares a string flag.
        public static func flag(_ key: FlagKey<String>, at path: ConfigKey? = nil) -> Declaration {
            Declaration(key.name, path) { $0.string(forKey: $1) }
        }

        /// Declares a flag whose value is an array of strings.
        public static func flag(_ key: FlagKey<[String]>, at path: ConfigKey? = nil) -> Declaration {
            Declaration(key.name, path) { $0.stringArray(forKey: $1) }
        }

        private init<Value: FlagValueConvertible>(
            _ name: String, _ path: ConfigKey?,
            _ read: @escaping @Sendable (ConfigSnapshotReader, ConfigKey) -> Value?
        ) {
            let path = path ?? ConfigKey(name)
            self.name = name
            self.read = { read($0, path)?.flagValue }
        }
    }

    /// The provider's name.
    public let name: String
    private let config: ConfigReader
    private let flags: [Declaration]

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - config: The reader.
    ///   - flags: The flags to read. If two have the same key, the later one applies.
    ///   - name: The provider's name.
    public init(_ config: ConfigReader, _ flags: [Declaration], name: String = "configuration") {
        self.config = config
        self.flags = flags
        self.name = name
    }

    /// Publishes the declared flags, and publishes them again after each change of the configuration.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let origin = Origin(.memory, provider: name)
        var table = request.resume?.table ?? FlagTable()
        try await config.watchSnapshot { snapshots in
            for await snapshot in snapshots {
                let found = flags.compactMap { flag in
                    flag.read(snapshot).map { EvaluatedFlag(flag.name, $0, origin: origin) }
                }
                table = FlagTable(found, reusing: table)
                var flagSet = FlagSet(table, for: request.context)
                flagSet.isForEveryContext = true
                guard channel.publish(.ready(flagSet)) else { return }
            }
        }
    }
}
