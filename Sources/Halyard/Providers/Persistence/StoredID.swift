// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// An identifier that is made once, and is the same in every later run of the app.
public final class StoredID: Sendable {
    /// How long a run waits for the store.
    private static let patience = Duration.seconds(1)

    private let store: any SnapshotStore
    private let key: StoreKey
    private let time: any TimeSource
    private let draw: @Sendable () -> String
    private let finding: @Sendable (any Error) -> Diagnostic
    private let current = Lock<String?>(nil)
    private let work = SerialWork()

    /// Makes a source that has not read its store yet.
    ///
    /// - Parameters:
    ///   - scope: Where it is stored, which distinguishes identifiers of different uses.
    ///   - store: The store.
    ///   - time: The clock that measures the wait for the store.
    ///   - draw: Makes a new identifier.
    ///   - finding: What is reported when the store fails.
    public init(
        _ scope: StoreKey.Scope, store: any SnapshotStore, time: any TimeSource, draw: @escaping @Sendable () -> String,
        finding: @escaping @Sendable (any Error) -> Diagnostic
    ) {
        key = StoreKey(scope, .anonymous, slot: "id")
        self.store = store
        self.time = time
        self.draw = draw
        self.finding = finding
    }

    /// The identifier in use; nil until it is first requested.
    public var known: String? { current.withLock { $0 } }

    /// The identifier: the one in use, else the stored one, else the given one, else a new one, which is stored.
    ///
    /// A store that takes too long is not waited for.
    ///
    /// - Parameters:
    ///   - given: The one that stored flags were evaluated with.
    ///   - report: Called when the store fails.
    public func value(given: String? = nil, report: @escaping @Sendable (Diagnostic) -> Void) async -> String {
        if let known { return known }
        await withDeadline(Self.patience, on: time) { [self] in
            await work.run { [self] in await load(given, report) }
        }
        return settle(given)
    }

    /// Forgets the identifier, including the stored one; the next run makes a new one.
    public func forget() async {
        await work.run { [self] in
            // Stores an empty record rather than none: stored flags may remember the identifier that is to be forgotten.
            try? await store.save([], as: key)
            current.withLock { $0 = nil }
        }
    }

    private func load(_ given: String?, _ report: @Sendable (Diagnostic) -> Void) async {
        if known != nil { return }
        do {
            let stored = try await store.load(key)
            if let stored, let id = String(validUTF8: stored), !id.isEmpty {
                current.withLock { $0 = $0 ?? id }
                return
            }
            try await store.save(Array(settle(stored == nil ? given : nil).utf8), as: key)
        } catch {
            report(finding(error))
        }
    }

    /// The identifier in use, which is created if there is none.
    private func settle(_ given: String?) -> String {
        let drawn = draw()
        return current.withLock { current in
            let id = current ?? given ?? drawn
            current = id
            return id
        }
    }
}
