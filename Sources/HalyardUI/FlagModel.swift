// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Observation

/// A client's flags for everything that follows `Observable` objects: SwiftUI, and UIKit's `updateProperties()`.
///
/// ```swift
/// struct CheckoutTitle: View {
///     let flags: FlagModel
///     var body: some View { Text(flags[.newCheckout] ? "Pay in one step" : "To the checkout") }
/// }
/// ```
/// A reader of a flag is notified when that flag changes, and not for other flags; a reader of ``status`` when the status
/// changes. A read counts once for each variation that a context is shown, as
/// `FlagClient.displayValue(of:)` says: a redraw is no evaluation.
///
/// Needs the Observation of iOS 17 and macOS 14; `LiveFlag` does not.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class FlagModel: ClientFollower {
    /// Stands for one flag; bumped when the flag changes.
    @MainActor @Observable
    fileprivate final class Tracker {
        var generation = 0
    }

    /// How well the provider can answer right now.
    public private(set) var status: ProviderStatus

    @ObservationIgnored private let client: FlagClient
    @ObservationIgnored private var hadFlags: Bool
    @ObservationIgnored private var trackers: [String: Tracker] = [:]

    /// Makes a model of a client, and keeps the client alive.
    public init(_ client: FlagClient) {
        self.client = client
        let updates = client.updates.makeAsyncIterator()
        let state = client.state
        status = state.status
        hadFlags = state.flagSet != nil
        follow(updates) { model, update in model.take(update) }
    }

    /// The flag's value, or the key's default.
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

    private func take(_ update: FlagUpdate) {
        if status != update.state.status { status = update.state.status }
        for change in update.changes { trackers[change.key]?.generation += 1 }
        // What an unlisted flag means depends on whether there are flags at all.
        let hasFlags = update.state.flagSet != nil
        if hasFlags != hadFlags { for tracker in trackers.values { tracker.generation += 1 } }
        hadFlags = hasFlags
    }
}
