// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A source of flags: given a request, it publishes whole states until it is cancelled.
///
/// Vendors' providers implement it, and so does everything that changes where flags come from: a wrapper runs the
/// provider inside it and maps what that publishes. Apps pass a provider to a ``FlagClient`` or name it in JSON.
///
/// ``name`` and ``run(_:into:)`` are required; the rest has defaults. A wrapper adopts ``ProviderWrapper``, which forwards
/// the rest.
///
/// The calling order, for each client that uses the provider:
/// 1. ``sinks`` and ``hooks`` are read once, when the client takes the provider.
/// 2. ``run(_:into:)`` is called for every request, one at a time. A new context, a new mode or a refresh cancels the
///    running call and starts the next without waiting for the first to wind down, so two may overlap briefly. What
///    belongs to a run lives in local variables of `run`; what belongs to the provider is protected by a lock.
/// 3. ``erase(_:)`` may be called at any time.
/// 4. ``close()`` is called when a client no longer uses the provider and its runs have ended. Several clients may share a
///    provider; each closes it. An app may return to a provider (``FlagClient/rollback(within:)``), which is then run
///    again, perhaps before it was closed, and closed again.
///
/// What `run` promises:
/// - It publishes for ``FlagRequest/context`` only, and every flag's ``Origin/provider`` is this provider's ``name``.
/// - A temporary failure is published as a state with an error, and the run continues. Returning means that nothing will
///   change any more; throwing means that the provider has given up (``ErrorCode/providerFatal``: permanently).
/// - It ends promptly when its task is cancelled. ``FlagChannel/publish(_:)`` returns false only after that.
public protocol FlagProvider: Sendable {
    /// A stable name, unique among the providers of a client; it is written into every flag's origin.
    var name: String { get }

    /// Publishes the flags of the request's context, now and whenever they change.
    func run(_ request: FlagRequest, into channel: FlagChannel) async throws

    /// The providers that this one is made of; none by default, which is right for a provider of its own flags.
    ///
    /// A wrapper has one, a combination several. The core uses it to find what it needs from all of them, such as the names in
    /// the origins of flags.
    var children: [any FlagProvider] { get }

    /// The vendor's own event sinks.
    ///
    /// Read for each client that uses the provider, each time that it enters service there: make new ones each time, so that
    /// requests to one client's sink (to forget, to be silent, to go offline) apply to that client only. A wrapper forwards
    /// them, a combination merges those of its children. The default is none.
    var sinks: [ProviderSink] { get }

    /// The provider's own hooks; they run closest to the lookup (OpenFeature 2.3.1). The default is none.
    var hooks: [any EvaluationHook] { get }

    /// What distinguishes the provider's stored records; the default is one service, and a context's kinds and keys.
    var records: RecordIdentity { get }

    /// Returns the context as the provider's vendor would see it, for people who compare vendors. Memory only.
    ///
    /// The default is nil, for a provider that maps nothing. A wrapper need not forward it: the core asks the providers inside.
    func mapping(of context: EvaluationContext) -> ContextMapping?

    /// Makes rules from what a published snapshot noted (``FlagSet/providerData``), for any context.
    ///
    /// Memory only. May take as long as reading the rules takes. The default is nil, for a provider without rules
    /// (``FlagRules``). A wrapper need not forward it: the core asks the provider inside.
    ///
    /// - Parameters:
    ///   - providerData: The notes.
    ///   - kind: The kind of source that the flags come from now.
    /// - Returns: Nil if the rules can't be read.
    func rules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)?

    /// Forgets everything that is stored about a context's identity, on disk or elsewhere. The default does nothing.
    func erase(_ context: EvaluationContext) async

    /// Releases what outlives a run.
    ///
    /// Called after the last run of a client ended; calling it again does nothing. Other clients may still use the provider,
    /// and later runs may follow: keep what they need. The default does nothing.
    func close() async
}

extension FlagProvider {
    /// None.
    public var children: [any FlagProvider] { [] }

    /// No sinks.
    public var sinks: [ProviderSink] { [] }

    /// No hooks.
    public var hooks: [any EvaluationHook] { [] }

    /// One service, and a context's kinds and keys.
    public var records: RecordIdentity { RecordIdentity() }

    /// Nil.
    public func mapping(of context: EvaluationContext) -> ContextMapping? { nil }

    /// Nil.
    public func rules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)? { nil }

    /// Does nothing.
    public func erase(_ context: EvaluationContext) async {}

    /// Does nothing.
    public func close() async {}
}

/// A provider whose service decides flags elsewhere, and may be asked about any context beside the client's own.
///
/// For ``FlagClient/snapshot(for:within:)``. A wrapper need not adopt it: the provider inside is asked.
public protocol OnDemandProvider: FlagProvider {
    /// Asks once for the flags of the request's context, publishes what came, and returns.
    ///
    /// Called from several tasks at once. It identifies no one in the service, stores nothing, holds no connection open, and
    /// ends promptly when its task is cancelled. ``FlagRequest/resume`` is the answer before, whose validator may be sent.
    /// Without an answer it publishes a state with an error, or throws one.
    func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws
}

/// A provider that knows without waiting what it would serve first.
///
/// For a client whose methods do not wait (``ClientTransition``).
package protocol ImmediateProvider: FlagProvider {
    /// What a run of this request would serve before it has to wait for anything; nil for nothing.
    ///
    /// May read one file on the calling thread: do not call it from a task.
    func cachedFlags(for request: FlagRequest) -> FlagSet?
}
