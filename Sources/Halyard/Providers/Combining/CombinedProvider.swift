// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider that merges the flags of several providers with a strategy, once for each update.
///
/// ```swift
/// let both = try CombinedProvider("both", [.init(first), .init(second)], strategy: .firstSuccessful)
/// let flags = FlagClient(provider: both)
/// ```
/// All child providers run at the same time, each with its own requests and stored data. A read costs the same as with one
/// provider, because the merged flags are an ordinary table. A failure affects only the provider that fails. The others continue.
///
/// - The status is the worst status of the required providers (OpenFeature, Appendix A). If none is required, it's the worst status
///   of all. The error is the unchanged error of the provider that caused the status. Failures of optional providers are reported
///   as diagnostics.
/// - At the start, flags are served as soon as one provider has flags. After a later change, such as another context, the current
///   flags remain until every required provider has published.
/// - Counts go to the provider whose flag was served. Tracking events go to all providers that can accept them.
/// - A provider's hooks run for its own flags, and for flags that no provider has.
/// - A change that the strategy hides from readers isn't announced.
public final class CombinedProvider: FlagProvider {
    /// One of the combined providers.
    public struct Child: Sendable {
        /// The provider.
        public var provider: any FlagProvider
        /// A Boolean value that indicates whether the provider's status counts and the client waits for its first state.
        ///
        /// A provider that is the only source of some flags (``CombinationStrategy/soleSources``) is always required, because those
        /// flags have no value without it.
        public var isRequired: Bool
        /// A Boolean value that indicates whether the provider receives tracking events.
        public var tracks: Bool

        /// Creates a child.
        public init(_ provider: any FlagProvider, isRequired: Bool = true, tracks: Bool = true) {
            self.provider = provider
            self.isRequired = isRequired
            self.tracks = tracks
        }
    }

    /// The combination's name.
    public let name: String
    /// The providers, in the order in which strategies use them.
    public let members: [Child]
    /// The strategy.
    public let strategy: CombinationStrategy
    private let anonymousKey: CombinedProvider.AnonymousContextKey
    private let ledger = ParityLedger()
    private let health = ChildHealth()

    /// Combines providers.
    ///
    /// - Parameters:
    ///   - name: The combination's name.
    ///   - children: The providers, in the order in which strategies use them. Their names must differ.
    ///   - strategy: The strategy that chooses the provider whose result for a flag counts.
    ///   - anonymousKey: The key for contexts without a key, if the strategy assigns identities to shares.
    /// - Throws: An error if there is no provider, if two providers have the same name, or if the strategy uses an unknown
    ///   provider.
    public init(
        _ name: String = "combined", _ children: [Child], strategy: CombinationStrategy = .firstMatch,
        anonymousKey: CombinedProvider.AnonymousContextKey = .shared
    ) throws(ConfigurationError) {
        self.name = name
        members = children
        self.strategy = strategy
        self.anonymousKey = anonymousKey
        var problems: [InvalidOption] = []
        if children.isEmpty {
            problems.append(
                InvalidOption("providers", "The combination has no providers.", suggestion: "Add at least one."))
        }
        let leaves = children.flatMap { $0.provider.leafNames }
        for name in Set(leaves).sorted(by: \.self) where leaves.count(where: { $0 == name }) > 1 {
            problems.append(
                InvalidOption(
                    "providers", "Two of the combined providers are named \"\(name)\".",
                    suggestion: "Use unique names. Strategies, counts, and explanations refer to them."))
        }
        if let problem = strategy.problem(children.map(\.provider.name)) {
            problems.append(InvalidOption("strategy", problem))
        }
        try InvalidOption.throwIfAny(problems)
    }

    /// The agreement of the compared providers so far.
    ///
    /// Doesn't perform I/O.
    public var parity: ParityReport { ledger.report }

    // MARK: What the children contribute

    /// The combined providers.
    public var children: [any FlagProvider] { members.map(\.provider) }

    /// The children's sinks.
    ///
    /// Tracking events reach a child only while it can accept them (OpenFeature, Appendix A).
    public var sinks: [ProviderSink] {
        members.flatMap { child in
            child.provider.sinks.map { sink in
                var guarded = sink
                guarded.mayTrack = { [health] in
                    child.tracks && (health.status(of: child.provider.name) ?? .notReady) < .notReady
                        && sink.mayTrack()
                }
                return guarded
            }
        }
    }

    /// The children's hooks, each for its provider's flags.
    public var hooks: [any EvaluationHook] {
        members.flatMap { child in
            child.provider.hooks.map { ChildHook($0, providers: Set(child.provider.leafNames)) }
        }
    }

    /// The children's services with their names, and the whole context if one of the children needs it.
    public var records: RecordIdentity {
        let all = members.map { (name: $0.provider.name, records: $0.provider.records) }
        return RecordIdentity(
            service: all.map { "\($0.name)\n\($0.records.service)" }.joined(separator: "\n"),
            scope: all.contains { $0.records.scope == .context } ? .context : .identity)
    }

    /// Returns the status that a child last published to any client, or `nil` if it hasn't published yet.
    public func status(of child: String) -> ProviderStatus? { health.status(of: child) }

    /// Deletes all data about a context, in all children.
    public func erase(_ context: EvaluationContext) async {
        if strategy.usesShares { await anonymousKey.forgetKey(of: context) }
        for child in members { await child.provider.erase(context) }
    }

    /// Closes all children at the same time.
    public func close() async {
        await withTaskGroup(of: Void.self) { group in
            for child in members { group.addTask { await child.provider.close() } }
        }
    }

    // MARK: Running

    /// Serves one client until its task is canceled or all children have ended.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let combination = await combination(for: request.context) { channel.report($0) }
        let machine = MergeMachine(combination, required: required, request)
        try await CombinedRun(machine, ledger, health, channel).serve(children, request)
    }

    /// The required children.
    ///
    /// If any child is required, the only sources of some flags are also required.
    private var required: [Bool] {
        guard members.contains(where: \.isRequired) else { return members.map(\.isRequired) }
        let soleSources = strategy.soleSources(children.map(\.name))
        return members.map { $0.isRequired || soleSources.contains($0.provider.name) }
    }

    /// Returns the combination of the children for a context.
    func combination(
        for context: EvaluationContext, report: @escaping @Sendable (Diagnostic) -> Void
    ) async -> Combination {
        // Other strategies don't need the identity.
        let identity =
            strategy.usesShares ? await anonymousKey.identity(of: context, report: report) : context.identityDigest
        return Combination(
            names: children.map(\.name), strategy: strategy, identity: identity, anonymousKey: anonymousKey,
            reader: CombinationReader(ledger, report: report))
    }
}

extension CombinedProvider: OnDemandProvider {
    /// Sends a request to each service that evaluates flags itself, and merges the responses with the flags that the client
    /// evaluates, which are parts of ``FlagRequest/resume``.
    ///
    /// If the strategy compares providers, it also compares these results.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let combination = await combination(for: request.context) { channel.report($0) }
        let machine = MergeMachine(combination, required: required, request, mergesAgain: true)
        try await CombinedRun(machine, ledger, nil, channel).serve(children.map { AskedProvider(inner: $0) }, request)
    }
}

/// A provider whose run gets the flags of a context other than the client's, once.
private struct AskedProvider: FlagProvider {
    let inner: any FlagProvider

    var name: String { inner.name }
    var children: [any FlagProvider] { [inner] }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if let service = inner.onDemand, request.resume?.decidesHere != true {
            try await service.resolve(request, into: channel)
        } else if let evaluated = request.resume {
            channel.publish(.ready(evaluated))
        } else if inner.records.scope == .service {
            throw FlagError(
                .providerNotReady, "The provider '\(name)' has no rules yet. Wait for it, or check its errors.")
        } else {
            throw FlagError.cannotBeAsked(name)
        }
    }
}

extension FlagProvider {
    /// A Boolean value that indicates whether no combination in this provider has a strategy that runs app code.
    var mergesInline: Bool {
        let runsAppCode = (self as? CombinedProvider)?.strategy.runsAppCode ?? false
        return !runsAppCode && children.allSatisfy(\.mergesInline)
    }

    /// The provider names that flags' origins can have.
    var leafNames: [String] { children.isEmpty ? [name] : children.flatMap(\.leafNames) }

    /// Returns the context as each of the providers inside this provider sees it, without providers that have no mapping.
    func leafMappings(of context: EvaluationContext) -> [ContextMapping] {
        guard children.isEmpty else { return children.flatMap { $0.leafMappings(of: context) } }
        return [mapping(of: context)].compactMap(\.self)
    }
}

extension CombinedProvider {
    /// Returns a context as each of the combined vendors sees it, without vendors that have no mapping.
    public func mappings(of context: EvaluationContext) -> ContextMappings {
        ContextMappings(leafMappings(of: context))
    }
}
