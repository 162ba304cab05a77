// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// You can copy this file into your project. It uses only the public API of Halyard and of swift-configuration 1.4 or later.

public import Configuration
public import Halyard

/// Serves flags as values of swift-configuration.
///
/// ```swift
/// let config = ConfigReader(providers: [HalyardConfigProvider(flags, under: "flags"), EnvironmentVariablesProvider()])
/// let isNew = config.bool(forKey: "flags.new-checkout", default: false)
/// ```
/// Your app starts the client and shuts it down. A flag without a value is passed on to the reader's next provider, and so is
/// every flag while the client has none. A flag of another type is a `FlagError` with the code `TYPE_MISMATCH`, and the reader
/// then returns its default value. A read counts as one read of the flag, and so does each result that a watch looks up. Flags
/// aren't secret, and the context of a key isn't used.
///
/// Reads don't perform I/O. It's safe to use from any thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct HalyardConfigProvider: Sendable {
    private enum Source: Sendable {
        case client(FlagClient, patience: Duration)
        case snapshot(FlagSnapshot)
    }

    private let source: Source
    private let lookup: FlagLookup

    /// Creates a provider that serves a client's current flags.
    ///
    /// - Parameters:
    ///   - flags: The client.
    ///   - prefix: The key above all flags. Keys below it are flags, and no other keys are. If it's `nil`, every key that names a
    ///     flag is that flag, and all other keys are passed on without being counted as reads.
    ///   - bytes: A decoder for flags that are read as bytes, because flags don't have such a type.
    ///   - patience: The maximum time for which a fetch waits for the client's provider.
    public init(
        _ flags: FlagClient, under prefix: ConfigKey? = nil, bytes: some ConfigBytesFromStringDecoder = .base64,
        patience: Duration = .seconds(5)
    ) {
        source = .client(flags, patience: patience)
        lookup = FlagLookup(clientName: flags.name, prefix: prefix?.components ?? [], bytes: bytes)
    }

    /// Creates a provider that serves a snapshot's flags, which never change.
    ///
    /// A server uses it to read the flags of a request's user: `HalyardConfigProvider(flags.snapshot(for: user))`.
    ///
    /// - Parameters:
    ///   - flags: The snapshot.
    ///   - prefix: The key above all flags, or `nil` for none.
    ///   - bytes: A decoder for flags that are read as bytes.
    public init(
        _ flags: FlagSnapshot, under prefix: ConfigKey? = nil, bytes: some ConfigBytesFromStringDecoder = .base64
    ) {
        source = .snapshot(flags)
        lookup = FlagLookup(clientName: nil, prefix: prefix?.components ?? [], bytes: bytes)
    }

    private var flags: FlagSnapshot {
        switch source {
        case .client(let client, _): client.snapshot()
        case .snapshot(let snapshot): snapshot
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension HalyardConfigProvider: ConfigProvider {
    /// The type's name with the client's name, such as `HalyardConfigProvider[shop]`.
    public var providerName: String { lookup.providerName }

    /// Returns the value of the flag that a key names.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try lookup.result(forKey: key, type: type, in: flags)
    }

    /// Refreshes the client's flags, and returns the value of the flag that a key names.
    ///
    /// It throws an error if the refresh fails or takes too long. A snapshot isn't refreshed. Without a prefix, only flags that the
    /// client has are refreshed, so that another setting never waits for the client's provider or fails with it.
    public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        if case .client(let client, let patience) = source, lookup.names(key, in: client.snapshot()) {
            switch await client.refresh(within: patience) {
            case .completed, .superseded: break
            case .failed(let error): throw error
            case .cancelled: throw CancellationError()
            case .timedOut:
                throw FlagError(
                    .providerNotReady,
                    "The provider '\(client.providerName)' didn't respond within \(patience). Check its diagnostics.")
            case .notStarted:
                throw FlagError(
                    .providerNotReady, "The client isn't started. Call start(within:) before you fetch flags.")
            case .shutDown:
                throw FlagError(.providerNotReady, "The client is shut down. Fetch flags before you shut it down.")
            }
        }
        return try value(forKey: key, type: type)
    }

    /// Calls a closure with the result for a key and each later, different result.
    ///
    /// A slow reader gets the newest result. The sequence ends when the client is shut down or the task is canceled.
    public func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler: (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws -> Return
    ) async throws -> Return {
        guard case .client(let client, _) = source else {
            return try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
        }
        let results = ConfigUpdates(client: client) { [lookup] in
            var watch = ResultWatch(lookup: lookup, key: key, type: type)
            return { update in watch.result(after: update) }
        }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(results))
    }

    /// Returns the current flags, all at the same point in time.
    public func snapshot() -> any ConfigSnapshot { FlagConfigSnapshot(flags: flags, lookup: lookup) }

    /// Calls a closure with the current flags and the flags after each change.
    ///
    /// A slow reader gets the newest flags. The sequence ends when the client is shut down or the task is canceled.
    public func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        guard case .client(let client, _) = source else {
            return try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
        }
        let snapshots = ConfigUpdates(client: client) { [lookup] in
            var isFirst = true
            var missingFlags: FlagSet.MissingFlags?
            return { update -> (any ConfigSnapshot)? in
                let meaning = update.state.flagSet?.missingFlags
                guard isFirst || !update.changes.isEmpty || meaning != missingFlags else { return nil }
                isFirst = false
                missingFlags = meaning
                return FlagConfigSnapshot(flags: update.snapshot, lookup: lookup)
            }
        }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(snapshots))
    }
}

/// The flags at one point in time, as a snapshot of swift-configuration.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct FlagConfigSnapshot: ConfigSnapshot {
    let flags: FlagSnapshot
    let lookup: FlagLookup

    var providerName: String { lookup.providerName }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try lookup.result(forKey: key, type: type, in: flags)
    }
}

/// A conversion of keys to flag keys, and of flags to values of swift-configuration.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct FlagLookup: Sendable {
    let providerName: String
    private let prefix: [String]
    private let bytes: any ConfigBytesFromStringDecoder

    init(clientName: String?, prefix: [String], bytes: any ConfigBytesFromStringDecoder) {
        providerName = "HalyardConfigProvider" + (clientName.map { "[\($0)]" } ?? "")
        self.prefix = prefix
        self.bytes = bytes
    }

    /// Returns the flag key that a key names, or `nil` if it isn't below the prefix.
    func flagKey(for key: AbsoluteConfigKey) -> String? {
        let components = key.components
        guard components.count > prefix.count else { return nil }
        // Loops instead of slices, because reads are frequent and most keys are short.
        for index in prefix.indices where components[index] != prefix[index] { return nil }
        if components.count == prefix.count + 1 { return components[prefix.count] }
        return components[prefix.count...].joined(separator: ".")
    }

    /// Returns whether a key names a flag.
    func names(_ key: AbsoluteConfigKey, in flags: FlagSnapshot) -> Bool {
        flagKey(for: key).map { isFlag($0, in: flags) } ?? false
    }

    /// Returns whether a flag key is a flag.
    ///
    /// A reader looks up every key of the app here. Without a prefix, most keys aren't flags, and a source that lists only flags
    /// that are on would serve `false` for them.
    private func isFlag(_ flagKey: String, in flags: FlagSnapshot) -> Bool {
        !prefix.isEmpty || flags.contains(flagKey)
    }

    func result(forKey key: AbsoluteConfigKey, type: ConfigType, in flags: FlagSnapshot) throws -> LookupResult {
        guard let flagKey = flagKey(for: key) else { return LookupResult(encodedKey: key.description, value: nil) }
        guard isFlag(flagKey, in: flags) else { return LookupResult(encodedKey: flagKey, value: nil) }
        let content = try content(of: flagKey, type, in: flags)
        return LookupResult(encodedKey: flagKey, value: content.map { ConfigValue($0, isSecret: false) })
    }

    private func content(of flagKey: String, _ type: ConfigType, in flags: FlagSnapshot) throws -> ConfigContent? {
        switch type {
        case .bool: try read(flagKey, in: flags).map(ConfigContent.bool)
        case .int: try read(flagKey, in: flags).map(ConfigContent.int)
        case .double: try read(flagKey, in: flags).map(ConfigContent.double)
        case .string: try read(flagKey, in: flags).map(ConfigContent.string)
        case .bytes: try read(flagKey, in: flags).map { .bytes(try decoded($0, flagKey)) }
        case .boolArray: try read(flagKey, in: flags).map(ConfigContent.boolArray)
        case .intArray: try read(flagKey, in: flags).map(ConfigContent.intArray)
        case .doubleArray: try read(flagKey, in: flags).map(ConfigContent.doubleArray)
        case .stringArray: try read(flagKey, in: flags).map(ConfigContent.stringArray)
        case .byteChunkArray:
            try read(flagKey, in: flags).map { (texts: [String]) in
                .byteChunkArray(try texts.map { try decoded($0, flagKey) })
            }
        }
    }

    /// Returns the flag's value, or `nil` if it has none.
    private func read<Value: FlagValueConvertible>(_ flagKey: String, in flags: FlagSnapshot) throws -> Value? {
        let key = FlagKey<Value?>(flagKey, default: nil)
        if let value = flags.value(for: key) { return value }
        // An explanation has the same error as the details of a read, but doesn't count as a second read.
        guard flags.contains(flagKey), let error = flags.explain(key).error, error.code == .typeMismatch else {
            return nil
        }
        throw error
    }

    private func decoded(_ text: String, _ flagKey: String) throws -> [UInt8] {
        if let decoded = bytes.decode(text) { return decoded }
        throw FlagError(
            .typeMismatch,
            "The string of the flag '\(flagKey)' can't be decoded as bytes. "
                + "Fix the flag, or pass another decoder as \"bytes\"."
        )
    }
}

/// The results of one watched key.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct ResultWatch {
    let lookup: FlagLookup
    let key: AbsoluteConfigKey
    let type: ConfigType
    private var last: Result<LookupResult, FlagError>?
    /// The meaning of a missing flag at the last look.
    private var missingFlags: FlagSet.MissingFlags?

    init(lookup: FlagLookup, key: AbsoluteConfigKey, type: ConfigType) {
        self.lookup = lookup
        self.key = key
        self.type = type
    }

    /// Returns the result if it's different from the last one.
    mutating func result(after update: FlagUpdate) -> Result<LookupResult, any Error>? {
        let missingFlags = update.state.flagSet?.missingFlags
        let isAffected = lookup.flagKey(for: key).map { update.changes[$0] != nil } ?? false
        guard last == nil || isAffected || missingFlags != self.missingFlags else { return nil }
        self.missingFlags = missingFlags
        let result = Result { try lookup.result(forKey: key, type: type, in: update.snapshot) }
            .mapError { $0 as? FlagError ?? FlagError(.general, "\($0)") }
        guard result != last else { return nil }
        last = result
        return result.mapError { $0 }
    }
}

/// The elements that a function finds in a client's updates.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct ConfigUpdates<Element: Sendable>: AsyncSequence, Sendable {
    let client: FlagClient
    /// A closure that creates the function of one iterator.
    let makePicker: @Sendable () -> (FlagUpdate) -> Element?

    struct Iterator: AsyncIteratorProtocol {
        var updates: FlagSequence<FlagUpdate>.Iterator
        let pick: (FlagUpdate) -> Element?

        mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let update = await updates.next(isolation: actor) {
                // The last update has no flags, because the client is shut down.
                if !update.state.isShutDown, let element = pick(update) { return element }
            }
            return nil
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(updates: client.updates.makeAsyncIterator(), pick: makePicker())
    }
}
