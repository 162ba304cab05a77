// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Observation

/// An observable object with a client's flags, for SwiftUI and UIKit's `updateProperties()`.
///
/// ```swift
/// struct CheckoutTitle: View {
///     let flags: FlagModel
///     var body: some View { Text(flags[.newCheckout] ? "Pay in one step" : "To the checkout") }
/// }
/// ```
/// A reader of a flag is notified only when that flag changes, and a reader of ``status`` only when the status changes. A read
/// counts once for each variation that a context is shown, as in `FlagClient.displayValue(of:)`. Redrawing doesn't count as an
/// evaluation.
///
/// The class requires Observation, which is available in iOS 17 and macOS 14. `LiveFlag` doesn't require it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class FlagModel: ClientFollower {
    /// An observable counter for one flag, which is incremented when the flag changes.
    @MainActor @Observable
    fileprivate final class Tracker {
        var generation = 0
    }

    /// The current status of the provider.
    public private(set) var status: ProviderStatus

    @ObservationIgnored private let client: FlagClient
    @ObservationIgnored private var hadFlags: Bool
    @ObservationIgnored private var trackers: [String: Tracker] = [:]

    /// Creates a model that retains a client.
    public init(_ client: FlagClient) {
        self.client = client
        let updates = client.updates.makeAsyncIterator()
        let state = client.state
        status = state.status
        hadFlags = state.flagSet != nil
        follow(updates) { model, update in model.apply(update) }
    }

    /// Accesses a flag's value, or the key's default value.
    public subscript<Value>(key: FlagKey<Value>) -> Value {
        _ = tracker(key.name).generation
        return client.displayValue(of: key)
    }

    private func tracker(_ key: String) -> Tracker {
        if let tracker = trackers[key] { return tracker }
        let tracker = Tracker()
        trackers[key] = tracker
        return tracker
    }

    private func apply(_ update: FlagUpdate) {
        if status != update.state.status { status = update.state.status }
        for change in update.changes { trackers[change.key]?.generation += 1 }
        // The value of an unlisted flag depends on whether there is a flag set.
        let hasFlags = update.state.flagSet != nil
        if hasFlags != hadFlags { for tracker in trackers.values { tracker.generation += 1 } }
        hadFlags = hasFlags
    }
}
