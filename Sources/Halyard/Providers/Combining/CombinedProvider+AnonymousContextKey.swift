// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinedProvider {
    /// The key that is used for people without one when identities are assigned to shares.
    ///
    /// Without it, all anonymous people would share one place, and move from one provider to the other at once. It is a UUID
    /// that belongs to the device, or to the process where nothing stores it. It is never sent to a service or put in an event.
    ///
    /// Reads a small file, once, when a combination that uses shares first runs for a context without a key, and writes it the
    /// first time; this waits for at most a second. Safe to use from any thread.
    public final class AnonymousContextKey: Sendable {
        /// The app's key, in the folder of its stored flags.
        public static let shared = CombinedProvider.AnonymousContextKey(store: FileFlagStore())

        private let id: InstallationID

        /// Makes a key that is determined on first use.
        ///
        /// - Parameters:
        ///   - store: Where it is kept for later runs; nil to keep it only in memory, so that each run has another.
        ///   - time: The clock that measures the wait for the store.
        ///   - random: Where a new key comes from.
        public init(
            store: (any FlagStore)?, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
        ) {
            id = InstallationID(
                StoreKey.Scope(provider: "halyard-anonymous", environment: ""), store: store ?? InMemoryFlagStore(),
                time: time, draw: { random.uuid() },
                finding: { error in
                    Diagnostic(
                        "anonymousKeyNotStored", .warning,
                        "The key that stands for people without one could not be stored: \(error). At the next launch they may "
                            + "belong to another share.",
                        suggestion: "Fix the store, or give every context a key.")
                })
        }

        /// The digest of a context's identity, with the key in place of missing ones.
        func identity(of context: EvaluationContext, report: @escaping @Sendable (Diagnostic) -> Void) async -> String {
            guard context.isMissingKeys else { return context.identityDigest }
            return context.identityDigest(standingIn: await id.value(report: report))
        }

        /// The same from memory: before any combination has read the key, people without one share a place.
        func knownIdentity(of context: EvaluationContext) -> String {
            guard context.isMissingKeys else { return context.identityDigest }
            return context.identityDigest(standingIn: id.known)
        }

        /// Forgets the key if a context uses it.
        func forget(_ context: EvaluationContext) async {
            if context.isMissingKeys { await id.forget() }
        }
    }
}

extension EvaluationContext {
    /// Whether one of its parts has no key.
    fileprivate var isMissingKeys: Bool { parts.contains { $0.key == nil } }
}
