// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

/// A scenario about stored flags: a sequence of events and expectations.
///
/// The client's provider is `scripted`, and its context is `user:a`. Reads use the flag `limit`, whose default value
/// is 10.
struct Scenario: Sendable, CustomTestStringConvertible {
    enum Step: Sendable {
        // MARK: Setup

        /// An earlier launch stored this value of `limit`, or a record without flags if the value is `nil`.
        case saved(Int?, for: EvaluationContext = .user("a"), age: Duration = .seconds(60), etag: String? = nil)
        /// The record has this body after a correct first line.
        case savedJSON(String)
        /// The record contains exactly this text.
        case savedText(String)
        /// The store doesn't respond until the step `storeGoesOn`.
        case storeHangs
        case storeGoesOn

        // MARK: Events

        /// A new client starts with the same store. If `asked` is `true`, the step waits for the provider's run.
        case start(VariantLookupPolicy, asked: Bool = true)
        /// The next run of the provider starts.
        case nextRun
        /// The provider responds with this value of `limit`, or without flags if the value is `nil`.
        case answer(Int?, etag: String? = nil)
        /// The provider confirms that the resumed flags haven't changed.
        case notModified
        case fail
        /// The provider throws.
        case giveUp
        /// The run before the last one responds too late.
        case lateAnswer(Int)
        case advance(Duration)
        case setClockBack(Duration)
        case setContext(EvaluationContext)
        case refresh
        /// A second caller waits for the start.
        case joinStart
        case erase(EvaluationContext)
        /// The client shuts down and writes everything.
        case stop

        // MARK: Expectations

        case reads(Int, Origin.Kind, age: Duration? = nil)
        /// A read returns the default value with this error code.
        case misses(ErrorCode)
        case all([String: FlagValue])
        /// The result of the last start, context change, or refresh.
        case ends(String)
        /// The result of the second caller.
        case joinEnds(String)
        /// The result of the last request, which waits until its deadline of 5 seconds.
        case timesOut(String)
        /// The stored value of `limit`, `.null` for a record without flags, or `nil` for no record.
        case stored(FlagValue?, for: EvaluationContext = .user("a"), at: Duration? = nil)
        /// The codes of all diagnostics of the client.
        case told([String])
        /// The number of runs that this client started.
        case asked(Int)
        /// The ETag in the provider's resume data, or `nil` if there's none.
        case resumes(etag: String?)
        case status(ProviderStatus)
        /// The number of reads that the event sinks received.
        case counted(Int)
        case policy(VariantLookupPolicy, becomes: VariantLookupPolicy)
        case keeps(VariantLookupPolicy, ttl: Double)
    }

    /// The behavior, in the words of the original policy's description.
    let name: String
    /// The intended difference in Halyard, or `nil` if there's none.
    let differs: String?
    let steps: [Step]

    init(_ name: String, differs: String? = nil, _ steps: Step...) {
        (self.name, self.differs, self.steps) = (name, differs, steps)
    }

    var testDescription: String { differs.map { "\(name) (Halyard: \($0))" } ?? name }
}
