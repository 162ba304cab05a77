// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinedProvider {
    /// The key that assigns contexts without a key to shares.
    ///
    /// Without it, all anonymous contexts would have the same position, and would move from one provider to another together. It's
    /// a UUID that belongs to the device, or to the process if nothing stores it. It's never sent to a service or added to an
    /// event.
    ///
    /// When a combination that uses shares first runs for a context without a key, Halyard reads a small file once. If the file
    /// doesn't exist, Halyard writes it. This waits for at most one second. It's safe to use from any thread.
    public final class AnonymousContextKey: Sendable {
        /// The app's key, from the folder of its stored flags.
        public static let shared = CombinedProvider.AnonymousContextKey(store: FileFlagStore())

        private let id: InstallationID

        /// Creates a key, which is determined at first use.
        ///
        /// - Parameters:
        ///   - store: The store for later runs, or `nil` to use a different key in each run.
        ///   - time: The clock that measures the wait for the store.
        ///   - random: The source of a new key.
        public init(
            store: (any FlagStore)?, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
        ) {
            id = InstallationID(
                StoreKey.Scope(provider: "halyard-anonymous", environment: ""), store: store ?? InMemoryFlagStore(),
                time: time, draw: { random.uuid() },
                diagnostic: { error in
                    Diagnostic(
                        "anonymousKeyNotStored", .warning,
                        "The key for contexts without a key couldn't be stored: \(error). At the next launch, they might "
                            + "move to another share.",
                        suggestion: "Check the store, or set a key for every context.")
                })
        }

        /// Returns the digest of a context's identity, with this key in place of missing keys.
        func identity(of context: EvaluationContext, report: @escaping @Sendable (Diagnostic) -> Void) async -> String {
            guard context.isMissingKeys else { return context.identityDigest }
            return context.identityDigest(standingIn: await id.value(report: report))
        }

        /// Returns the same digest without reading the store.
        ///
        /// Until a combination has read the key, all contexts without a key have the same position.
        func knownIdentity(of context: EvaluationContext) -> String {
            guard context.isMissingKeys else { return context.identityDigest }
            return context.identityDigest(standingIn: id.known)
        }

        /// Deletes the key if a context uses it.
        func forgetKey(of context: EvaluationContext) async {
            if context.isMissingKeys { await id.deleteID() }
        }
    }
}

extension EvaluationContext {
    /// A Boolean value that indicates whether a part of the context has no key.
    fileprivate var isMissingKeys: Bool { parts.contains { $0.key == nil } }
}
