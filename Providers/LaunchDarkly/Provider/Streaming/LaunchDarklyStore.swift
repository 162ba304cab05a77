// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The flags, or the rules, of one run, which apply the service's messages.
protocol LaunchDarklyStore: Sendable {
    /// A Boolean value that indicates whether the service is the service for servers, which has an SDK key.
    var isForServers: Bool { get }

    /// Applies an event of a stream.
    mutating func receive(
        _ event: ServerSentEvent, _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable) -> LaunchDarklyStoreChange

    /// Replaces everything with the body of a response.
    mutating func replace(
        with body: [UInt8], _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable)

    /// Returns the flags of a context after the service has confirmed the content of the store.
    ///
    /// - Parameters:
    ///   - context: The context of the flags.
    ///   - earlier: The previous flags of the context, or `nil` for none.
    ///   - tag: The ETag of the flags, or `nil` for none.
    ///   - facts: The data of the run for the flag set's provider data.
    ///   - now: The current time.
    mutating func flagSet(
        for context: EvaluationContext, after earlier: FlagSet?, tag: String?, facts: [String: FlagValue],
        at now: Instant
    ) -> FlagSet

    /// Returns a flag set that the service has confirmed, with flags that come from the service.
    mutating func confirmed(_ flagSet: FlagSet) -> FlagSet
}

extension LaunchDarklyStore {
    mutating func confirmed(_ flagSet: FlagSet) -> FlagSet { flagSet }
}

/// The effect of an event on a store.
enum LaunchDarklyStoreChange: Sendable, Hashable {
    /// The provider ignores the event.
    case ignored
    /// Everything must be fetched.
    case ping
    /// The event had all flags.
    case all(isDifferent: Bool)
    /// The event had one flag or segment.
    case one(isNewer: Bool)
}

/// The reason why a message can't be used at all.
struct LaunchDarklyUnreadable: Error, Sendable, Hashable {
    /// The problem, as a sentence that continues after the service's address.
    var what: String

    init(_ what: String) { self.what = what }

    /// Rules in which no flag can be read, with the problem of the first flag.
    static func noneReadable(_ first: Diagnostic?) -> LaunchDarklyUnreadable {
        let problem = first.map { " The first: \($0.location?.pointer ?? ""): \($0.message)" } ?? ""
        return LaunchDarklyUnreadable("sent only flags that can't be read." + problem)
    }

    /// A response that isn't JSON.
    static func body(_ bytes: [UInt8]) -> LaunchDarklyUnreadable {
        LaunchDarklyUnreadable("sent \(bytes.count) bytes that aren't JSON. Check the service URL.")
    }

    /// An event that isn't JSON.
    static func notJSON(_ event: ServerSentEvent) -> LaunchDarklyUnreadable {
        LaunchDarklyUnreadable("sent a \"\(event.type)\" event that isn't JSON.")
    }

    /// JSON with another shape.
    static func event(_ event: ServerSentEvent, _ reason: String) -> LaunchDarklyUnreadable {
        LaunchDarklyUnreadable("sent an invalid \"\(event.type)\" event: \(reason).")
    }
}
