// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Gives the session id: made once, and the same in every later run of the app.
///
/// Without it an anonymous user would draw anew in every gradual rollout at each launch.
final class SessionIDs: Sendable {
    /// How long a run waits for the store.
    private static let patience = Duration.seconds(1)

    private let store: any SnapshotStore
    private let key: StoreKey
    private let time: any TimeSource
    private let random: any RandomSource
    private let current = Lock<String?>(nil)
    private let work = SerialWork()

    /// Makes a source that has not looked into its store yet.
    init(environment: String, store: any SnapshotStore, time: any TimeSource, random: any RandomSource) {
        self.store = store
        self.time = time
        self.random = random
        key = StoreKey(StoreKey.Scope(provider: "unleash-session", environment: environment), .anonymous, slot: "id")
    }

    /// The id that is in use; nil as long as nobody asked for it.
    var known: String? { current.withLock { $0 } }

    /// The id: the one in use, else the stored one, else the given one, else a new one, which is stored.
    ///
    /// A store that takes too long is not waited for.
    ///
    /// - Parameters:
    ///   - given: The one that stored flags were decided with.
    ///   - report: Is told when the store fails.
    func id(given: String?, report: @escaping @Sendable (Diagnostic) -> Void) async -> String {
        if let known { return known }
        await withDeadline(Self.patience, on: time) { [self] in
            await work.run { [self] in await load(given, report) }
        }
        return settle(given)
    }

    /// Forgets the id, also where it is stored; the next run makes a new one.
    func forget() async {
        await work.run { [self] in
            // Nothing in its place, rather than none: stored flags may remember the one that is to be forgotten.
            try? await store.save([], as: key)
            current.withLock { $0 = nil }
        }
    }

    private func load(_ given: String?, _ report: @Sendable (Diagnostic) -> Void) async {
        if known != nil { return }
        do {
            let stored = try await store.load(key)
            if let stored, let id = String(validating: stored, as: UTF8.self), !id.isEmpty {
                current.withLock { $0 = $0 ?? id }
                return
            }
            try await store.save(Array(settle(stored == nil ? given : nil).utf8), as: key)
        } catch {
            report(
                Diagnostic(
                    "sessionNotStored", .warning,
                    "The session id could not be stored: \(error). Anonymous users may see other flags at the next launch.",
                    mend: "Mend the store, or set a session id."))
        }
    }

    /// The id in use, which is made up if there is none.
    private func settle(_ given: String?) -> String {
        // The form of Unleash's own clients: a number below a thousand million.
        let drawn = String(random.next() % 1_000_000_000)
        return current.withLock { current in
            let id = current ?? given ?? drawn
            current = id
            return id
        }
    }
}
