// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

/// A short story about stored flags: what happens, and what must be seen, in order.
///
/// The client's provider is called `scripted` and its context is `user:a`; reads are of the flag `limit`, whose default
/// is 10.
struct Scenario: Sendable, CustomTestStringConvertible {
    enum Step: Sendable {
        // What happened before.

        /// An earlier run of the app stored `limit` with this value, or no flags at all.
        case saved(Int?, for: EvaluationContext = .user("a"), age: Duration = .seconds(60), etag: String? = nil)
        /// The record is this text, with a right first line around it.
        case savedJSON(String)
        /// The record is this text.
        case savedText(String)
        /// The store does not answer until it is released.
        case storeHangs
        case storeGoesOn

        // What happens.

        /// A new client starts, on the same store; returns when the provider is asked.
        case start(VariantLookupPolicy, asked: Bool = true)
        /// Returns when the provider is asked.
        case nextRun
        /// The provider answers with this value of `limit`, or with no flags at all.
        case answer(Int?, etag: String? = nil)
        /// The provider learns that what it resumed with still holds.
        case notModified
        case fail
        /// The provider throws.
        case giveUp
        /// The run before the last one finally answers; no one listens.
        case lateAnswer(Int)
        case advance(Duration)
        case setClockBack(Duration)
        case setContext(EvaluationContext)
        case refresh
        /// A second caller waits for the start.
        case joinStart
        case erase(EvaluationContext)
        /// The client is shut down, so that everything is written.
        case stop

        // What must be seen.

        case reads(Int, Origin.Kind, age: Duration? = nil)
        /// A read gives the default, for this reason.
        case misses(ErrorCode)
        case all([String: FlagValue])
        /// What the last start, change of context or refresh returned.
        case ends(String)
        /// What the second caller got.
        case joinEnds(String)
        /// The last request still waits five seconds later, its deadline.
        case timesOut(String)
        /// The value of `limit` in the store; `.null` for a record without flags, nil for no record.
        case stored(FlagValue?, for: EvaluationContext = .user("a"), at: Duration? = nil)
        /// The codes of all diagnostics of the client.
        case told([String])
        /// How often the provider was asked by this client.
        case asked(Int)
        /// The ETag that the provider got to go on with; nil for none.
        case resumes(etag: String?)
        case status(ProviderStatus)
        /// How often the flag was read, as reported to the event sinks.
        case counted(Int)
        case policy(VariantLookupPolicy, becomes: VariantLookupPolicy)
        case keeps(VariantLookupPolicy, ttl: Double)
    }

    /// The behaviour, as the description of the policy's origin words it.
    let name: String
    /// What Halyard does otherwise, on purpose.
    let differs: String?
    let steps: [Step]

    init(_ name: String, differs: String? = nil, _ steps: Step...) {
        (self.name, self.differs, self.steps) = (name, differs, steps)
    }

    var testDescription: String { differs.map { "\(name) (Halyard: \($0))" } ?? name }
}
