// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// The protocol of one generation of LaunchDarkly's mobile service.
///
/// A dialect defines everything that differs between generations: the format of an identity, the service's paths, and the
/// content of events about an identity. A dialect is a value that you can use from any thread.
package protocol LaunchDarklyDialect: Sendable {
    /// The generation.
    var contextModel: LaunchDarklyContextModel { get }

    /// The paths of the service, below its URLs.
    var paths: LaunchDarklyPaths { get }

    /// The word before the key in the header field `Authorization`, with a space, or an empty string for none.
    var keyPrefix: String { get }

    /// The schema version of the events.
    var eventSchema: Int { get }

    /// A Boolean value that indicates whether the dialect can link one identity to another.
    var hasAliases: Bool { get }

    /// A Boolean value that indicates whether a summary includes a default value that is null.
    var writesNullDefaults: Bool { get }

    /// A Boolean value that indicates whether each identity has its own summary, which contains the identity.
    var hasSummaryPerIdentity: Bool { get }

    /// A Boolean value that indicates whether evaluating a flag also counts as evaluating its prerequisites.
    var countsPrerequisites: Bool { get }

    /// The header fields that every request of the dialect has, in addition to the common header fields.
    var headers: HTTPHeaders { get }

    /// Reads the data that ``identity(of:)`` needs from storage, and returns any problems.
    func prepare(for contexts: [EvaluationContext]) async -> [Diagnostic]

    /// Returns the identity of a context.
    func identity(of context: EvaluationContext) throws -> MappedContext<any LaunchDarklyIdentity>

    /// Returns the generated keys that a context is sent with, by kind, or an empty dictionary if it has its own keys.
    ///
    /// Doesn't perform I/O after ``prepare(for:)``.
    func generatedKeys(for context: EvaluationContext) -> [String: FlagValue]

    /// Proposes the generated keys of an earlier launch, which are used if the device has lost its own keys.
    func recall(_ keys: [String: FlagValue], of context: EvaluationContext)

    /// Forgets the data on the device that identifies a returning user.
    func forget(_ identity: any LaunchDarklyIdentity) async

    /// Returns the event's properties that describe its identity, or `nil` if the event must not be sent.
    ///
    /// - Parameters:
    ///   - identity: The identity of the event.
    ///   - place: The kind of event.
    ///   - isInline: A Boolean value that indicates whether the app requests the whole identity instead of a reference.
    ///   - privacy: The data that must not be sent.
    func members(
        about identity: any LaunchDarklyIdentity, in place: LaunchDarklyEventPlace, isInline: Bool,
        _ privacy: LaunchDarklyPrivacy
    ) -> [String: FlagValue]?

    /// Returns the word for the kind of an identity in events that link two identities.
    func kind(of identity: any LaunchDarklyIdentity) -> String
}

extension LaunchDarklyDialect {
    package var headers: HTTPHeaders { [:] }

    package var keyPrefix: String { "api_key " }
}

/// The kinds of events that describe their identity.
package enum LaunchDarklyEventPlace: Sendable, Hashable, CaseIterable {
    case identify
    /// An event that describes a context to the service, which only servers send.
    case index
    case feature
    case debug
    case custom
    case summary
}

/// The paths of a service, below its URL, each of which begins with a slash and doesn't end with one.
package struct LaunchDarklyPaths: Sendable, Hashable {
    package var poll: String
    package var pollReport: String
    package var stream: String
    package var events: String
    package var diagnostics: String

    /// The paths of the service for servers, which receive rules instead of the flags of one context.
    package static let servers = LaunchDarklyPaths(
        poll: "/sdk/latest-all", pollReport: "/sdk/latest-all", stream: "/all", events: "/bulk",
        diagnostics: "/diagnostic")
}
