// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Observation

/// A client's flags for SwiftUI and everything else that follows `Observable` objects.
///
/// ```swift
/// struct Navigation: View {
///     let flags: FlagModel
///     var body: some View { flags[.newNav] ? AnyView(NewNavigation()) : AnyView(OldNavigation()) }
/// }
/// ```
/// A reader of a flag is notified when that flag changes, and not for other flags; a reader of ``status`` when the status
/// changes. Every read counts as an evaluation, including those when a view is redrawn.
///
/// Needs the Observation of iOS 17 and macOS 14.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class FlagModel {
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
        let (subscription, first) = client.hub.subscribeSeeing()
        status = first.state.status
        hadFlags = first.state.snapshot != nil
        client.follow(self, subscription) { model, update in model.take(update) }
    }

    /// The flag's value, or the key's default.
    public subscript<Value>(key: FlagKey<Value>) -> Value {
        _ = tracker(key.name).generation
        return client[key]
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
        let hasFlags = update.state.snapshot != nil
        if hasFlags != hadFlags { for tracker in trackers.values { tracker.generation += 1 } }
        hadFlags = hasFlags
    }
}
