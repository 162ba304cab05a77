// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A source of flags, which publishes complete states for a request until it's canceled.
///
/// Vendor providers conform to it, and so does everything that changes where flags come from: a wrapper runs the
/// provider inside it and maps the states that the provider publishes. Apps pass a provider to a ``FlagClient`` or name
/// it in JSON.
///
/// ``name`` and ``run(_:into:)`` are required. The rest has defaults. A wrapper conforms to ``ProviderWrapper``, which
/// forwards the rest.
///
/// Each client that uses the provider calls it in this order:
/// 1. The client reads ``sinks`` and ``hooks`` once, when it starts to use the provider.
/// 2. It calls ``run(_:into:)`` for every request, one at a time. A new context, a new mode, or a refresh cancels the
///    running call and starts the next one without waiting for the first to end, so two calls can overlap briefly. Use
///    local variables of `run` for the data of a run, and protect the data of the provider with a lock.
/// 3. It can call ``erase(_:)`` at any time.
/// 4. It calls ``close()`` when it no longer uses the provider and the provider's runs have ended. Several clients can
///    share a provider, and each of them closes it. An app can return to a provider (``FlagClient/rollback(within:)``).
///    The client then runs the provider again, possibly before closing it, and closes it again.
///
/// `run` must meet these requirements:
/// - It publishes for ``FlagRequest/context`` only, and every flag's ``Origin/provider`` is this provider's ``name``.
/// - It publishes a temporary failure as a state with an error, and continues. Returning means that nothing will change
///   any more. Throwing means that the provider has given up (``ErrorCode/providerFatal``: permanently).
/// - It ends promptly when its task is canceled. ``FlagChannel/publish(_:)`` returns false only after that.
public protocol FlagProvider: Sendable {
    /// A stable name that is unique among the providers of a client.
    ///
    /// It's written into every flag's origin.
    var name: String { get }

    /// Publishes the flags of the request's context, now and whenever they change.
    func run(_ request: FlagRequest, into channel: FlagChannel) async throws

    /// The providers that this provider consists of.
    ///
    /// A wrapper has one, a combination several. A provider of its own flags uses the default, which is none. The core
    /// uses it to find information about all of them, such as the names in the origins of flags.
    var children: [any FlagProvider] { get }

    /// The vendor's own event sinks.
    ///
    /// Each client that uses the provider reads them whenever it starts to use it. Create new sinks each time, so that
    /// requests to one client's sink (to erase, to stop, to go offline) apply to that client only. A wrapper forwards
    /// the sinks, and a combination merges the sinks of its children. The default is none.
    var sinks: [ProviderSink] { get }

    /// The provider's own hooks.
    ///
    /// They run closest to the lookup (OpenFeature 2.3.1). The default is none.
    var hooks: [any EvaluationHook] { get }

    /// The properties that distinguish the provider's stored records.
    ///
    /// The default is one service, and a context's kinds and keys.
    var records: RecordIdentity { get }

    /// Returns the context as the provider's vendor would see it, to compare vendors.
    ///
    /// Doesn't perform I/O. The default is `nil`, for a provider that doesn't map contexts. A wrapper doesn't need to
    /// forward it, because the core calls the inner providers.
    func mapping(of context: EvaluationContext) -> ContextMapping?

    /// Returns rules for any context from the provider data of a published flag set (``FlagSet/providerData``).
    ///
    /// Doesn't perform I/O, but can take as long as parsing the rules takes. The default is `nil`, for a provider
    /// without rules (``FlagRules``). A wrapper doesn't need to forward it, because the core calls the inner provider.
    ///
    /// - Parameters:
    ///   - providerData: The provider data of the flag set.
    ///   - kind: The kind of source that the flags come from now.
    /// - Returns: The rules, or `nil` if they can't be read.
    func rules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)?

    /// Deletes everything that is stored about a context's identity, on disk or elsewhere.
    ///
    /// The default does nothing.
    func erase(_ context: EvaluationContext) async

    /// Releases the resources that outlive a run.
    ///
    /// A client calls it after its last run ends. A second call does nothing. Other clients can still use the provider,
    /// and later runs can follow, so keep the resources that they need. The default does nothing.
    func close() async
}

extension FlagProvider {
    /// No children.
    public var children: [any FlagProvider] { [] }

    /// No sinks.
    public var sinks: [ProviderSink] { [] }

    /// No hooks.
    public var hooks: [any EvaluationHook] { [] }

    /// The default identity: one service, and a context's kinds and keys.
    public var records: RecordIdentity { RecordIdentity() }

    /// Returns `nil`.
    public func mapping(of context: EvaluationContext) -> ContextMapping? { nil }

    /// Returns `nil`.
    public func rules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)? { nil }

    /// Does nothing.
    public func erase(_ context: EvaluationContext) async {}

    /// Does nothing.
    public func close() async {}
}

/// A provider whose service evaluates flags remotely, for any context in addition to the client's own.
///
/// ``FlagClient/snapshot(for:within:)`` uses it. A wrapper doesn't need to conform to it, because the client calls the
/// inner provider.
public protocol OnDemandProvider: FlagProvider {
    /// Requests the flags of the request's context once, publishes the result, and returns.
    ///
    /// Several tasks can call it at the same time. It doesn't identify a user in the service, stores nothing, keeps no
    /// connection open, and ends promptly when its task is canceled. ``FlagRequest/resume`` is the previous response,
    /// whose validator can be sent. If there's no response, it publishes a state with an error, or throws one.
    func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws
}

/// A provider that has its first flags without waiting.
///
/// It's for clients whose methods don't wait (``ClientTransition``).
package protocol ImmediateProvider: FlagProvider {
    /// Returns the flags that a run of this request would serve before it waits for anything, or `nil` for none.
    ///
    /// It can read one file on the calling thread. Don't call it from a task.
    func cachedFlags(for request: FlagRequest) -> FlagSet?
}
