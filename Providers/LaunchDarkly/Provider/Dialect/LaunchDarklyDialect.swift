// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// The protocol of one generation of LaunchDarkly's mobile service.
///
/// Everything that differs between generations is defined here, in one place: the form of an identity, the paths of the
/// service, what an event says about a person. A value; safe to use from any thread.
package protocol LaunchDarklyDialect: Sendable {
    /// The generation.
    var contextModel: LaunchDarklyContextModel { get }

    /// The paths of the service, below its addresses.
    var paths: LaunchDarklyPaths { get }

    /// The schema version of the events.
    var eventSchema: Int { get }

    /// Whether one identity can be linked to another.
    var hasAliases: Bool { get }

    /// Whether a summary includes a default that is null.
    var writesNullDefaults: Bool { get }

    /// Whether each identity has its own summary, which says who it is about.
    var hasSummaryPerIdentity: Bool { get }

    /// Whether reading a flag counts as reading its prerequisites, too.
    var countsPrerequisites: Bool { get }

    /// Header fields that every request of the dialect has, in addition to the common ones.
    var headers: HTTPHeaders { get }

    /// Reads what ``identity(of:)`` needs from storage, and returns what went wrong.
    func prepare(for contexts: [EvaluationContext]) async -> [Diagnostic]

    /// The identity that a context stands for.
    func identity(of context: EvaluationContext) throws -> MappedContext<any LaunchDarklyIdentity>

    /// The generated keys that a context is sent with, by kind; empty where it has its own keys.
    ///
    /// Memory only, once prepared.
    func generatedKeys(for context: EvaluationContext) -> [String: FlagValue]

    /// Proposes the generated keys of an earlier run, which are used where the device has lost its own.
    func recall(_ keys: [String: FlagValue], of context: EvaluationContext)

    /// Forgets what is kept on the device to recognize a user again.
    func forget(_ identity: any LaunchDarklyIdentity) async

    /// The members that say who an event is about; nil for an event that must not be sent.
    ///
    /// - Parameters:
    ///   - identity: Who it is about.
    ///   - place: The kind of event.
    ///   - isInline: Whether the app wants the whole identity where a reference would do.
    ///   - privacy: What must not be sent.
    func members(
        about identity: any LaunchDarklyIdentity, in place: LaunchDarklyEventPlace, isInline: Bool,
        _ privacy: LaunchDarklyPrivacy
    ) -> [String: FlagValue]?

    /// The word for the kind of an identity, in events that link two of them.
    func kind(of identity: any LaunchDarklyIdentity) -> String
}

extension LaunchDarklyDialect {
    package var headers: HTTPHeaders { [:] }
}

/// The kinds of events that say who they are about.
package enum LaunchDarklyEventPlace: Sendable, Hashable, CaseIterable {
    case identify
    case feature
    case debug
    case custom
    case summary
}

/// The paths of a service, below its address; each begins with a slash and does not end with one.
package struct LaunchDarklyPaths: Sendable, Hashable {
    package var poll: String
    package var pollReport: String
    package var stream: String
    package var events: String
    package var diagnostics: String
}
