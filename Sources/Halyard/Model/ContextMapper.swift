// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Maps an evaluation context to a vendor's format: its user, its context, or its query items.
///
/// Each vendor's provider has a mapper and calls it once for every request, inside its run. Two providers in one
/// combination can therefore see the same user differently. A mapper is a pure function: the same context gives the
/// same output. Apps implement it to rename, drop, or compute what a vendor receives.
///
/// The vendor's type is an associated type and never leaves the provider, which stores its mapper as `any
/// ContextMapper<VendorContext>`.
public protocol ContextMapper<Output>: Sendable {
    /// The vendor's description of the context.
    associatedtype Output: Sendable

    /// Maps a context.
    ///
    /// - Throws: A ``FlagError`` with ``ErrorCode/targetingKeyMissing`` or ``ErrorCode/invalidContext`` if the vendor
    ///   can't use the context at all. Parts of the context that the vendor can't express are left out and listed in
    ///   ``MappedContext/losses``.
    func map(_ context: EvaluationContext) throws -> MappedContext<Output>
}

/// A vendor's description of a context, and the parts that it can't express.
public struct MappedContext<Output: Sendable>: Sendable {
    /// The vendor's description.
    public var output: Output
    /// A diagnostic for each part of the context that was left out or changed.
    public var losses: [Diagnostic]

    /// Creates a mapped context.
    public init(_ output: Output, losses: [Diagnostic] = []) {
        self.output = output
        self.losses = losses
    }
}
