// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The key that stands for people without one where a share of the identities is drawn.
///
/// Without it all anonymous people would have one place, and move from one provider to the other at once. It is a UUID that
/// belongs to the device, or to the process where nothing stores it. It is never sent to a service and stands in no event.
///
/// Reads a small file, once, when a combination that draws shares first runs for a context without a key, and writes it the
/// first time; a second is waited for that at most. Safe to use from any thread.
public final class AnonymousKey: Sendable {
    /// That of the app, in the folder of its stored flags.
    public static let shared = AnonymousKey(store: FileSnapshotStore())

    private let id: StoredID

    /// Makes a key that no one has asked for yet.
    ///
    /// - Parameters:
    ///   - store: Where it is kept for later runs; nil for nowhere, so that each run has another.
    ///   - time: What the wait for the store is measured by.
    ///   - random: Where a new key comes from.
    public init(
        store: (any SnapshotStore)?, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) {
        id = StoredID(
            StoreKey.Scope(provider: "halyard-anonymous", environment: ""), store: store ?? MemorySnapshotStore(),
            time: time, draw: { random.uuid() },
            finding: { error in
                Diagnostic(
                    "anonymousKeyNotStored", .warning,
                    "The key that stands for people without one could not be stored: \(error). At the next launch they may "
                        + "belong to another share.",
                    suggestion: "Fix the store, or give every context a key.")
            })
    }

    /// The digest of who a context is about, in which the key stands for those that are missing.
    func identity(of context: EvaluationContext, report: @escaping @Sendable (Diagnostic) -> Void) async -> String {
        guard context.isMissingKeys else { return context.identityDigest }
        return context.identityDigest(standingIn: await id.value(report: report))
    }

    /// Forgets the key if it stands for someone in a context.
    func forget(_ context: EvaluationContext) async {
        if context.isMissingKeys { await id.forget() }
    }
}

extension EvaluationContext {
    /// Whether one of its parts has no key.
    fileprivate var isMissingKeys: Bool { parts.contains { $0.key == nil } }
}
