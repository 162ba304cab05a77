// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Maps a neutral context to a vendor's form: its user, its context, its query items.
///
/// Each vendor's provider has one and calls it once for every request, inside its run; so two providers in one
/// combination may see the same person differently. A mapper is a pure function: the same context gives the same
/// output. Apps implement it to rename, drop or compute what a vendor receives.
///
/// The vendor's type is an associated type and never leaves the provider, which stores its mapper as
/// `any ContextMapper<VendorContext>`.
public protocol ContextMapper<Output>: Sendable {
    /// The vendor's description of who the flags are for.
    associatedtype Output: Sendable

    /// Maps a context.
    ///
    /// - Throws: A ``FlagError`` with ``ErrorCode/targetingKeyMissing`` or ``ErrorCode/invalidContext`` when the vendor
    ///   cannot work with the context at all. What merely cannot be expressed is left out and listed in
    ///   ``MappedContext/losses``.
    func map(_ context: EvaluationContext) throws -> MappedContext<Output>
}

/// A vendor's description of a context, and what it could not express.
public struct MappedContext<Output: Sendable>: Sendable {
    /// The vendor's description.
    public var output: Output
    /// One finding for each part of the context that was left out or changed.
    public var losses: [Diagnostic]

    /// Makes a result.
    public init(_ output: Output, losses: [Diagnostic] = []) {
        self.output = output
        self.losses = losses
    }
}
