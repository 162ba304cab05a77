// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Several providers as one: their flags are merged by a strategy, once for each update.
///
/// ```swift
/// let both = try CombinedProvider("both", [.init(first), .init(second)], strategy: .firstSuccessful)
/// let flags = FlagClient(provider: both)
/// ```
/// All are asked at the same time, each in its own way and with its own stored data. A read costs the same as with one
/// provider, because the merged flags are a table like any other. A failure affects only the provider that fails; the
/// others continue.
///
/// - The status is the worst one of the required providers (OpenFeature, Appendix A); if none is required, the worst of
///   all. Optional ones that fail are reported as diagnostics. The error is that of the provider that caused the status,
///   unchanged.
/// - At the start, flags are served as soon as one provider has some. Later, such as for another context, those in place
///   stay until every required provider has published.
/// - Counts go to the provider whose flag was served; tracked events go to all providers that can accept them.
/// - A provider's hooks run for its own flags, and for those that no provider has.
/// - A change that the strategy hides from readers is not announced.
public final class CombinedProvider: FlagProvider {
    /// One of the combined providers.
    public struct Child: Sendable {
        /// The provider.
        public var provider: any FlagProvider
        /// Whether its status counts, and its first state is waited for.
        ///
        /// A provider that is the only source of some flags (``CombinationStrategy/soleSources``) is always required: without it those
        /// flags have no value.
        public var isRequired: Bool
        /// Whether it receives tracked events.
        public var tracks: Bool

        /// Makes a child.
        public init(_ provider: any FlagProvider, isRequired: Bool = true, tracks: Bool = true) {
            self.provider = provider
            self.isRequired = isRequired
            self.tracks = tracks
        }
    }

    /// The combination's name.
    public let name: String
    /// The providers, in the order in which strategies ask them.
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
    ///   - children: The providers, in the order in which strategies ask them. Their names must differ.
    ///   - strategy: Decides which provider's result for a flag counts.
    ///   - anonymousKey: The key used for people without one when the strategy assigns identities to shares.
    /// - Throws: What is wrong: there is no provider, two have the same name, or the strategy names one that does not exist.
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
                InvalidOption("providers", "There is no provider to combine.", suggestion: "Name at least one."))
        }
        let leaves = children.flatMap { $0.provider.leafNames }
        for name in Set(leaves).sorted(by: \.self) where leaves.count(where: { $0 == name }) > 1 {
            problems.append(
                InvalidOption(
                    "providers", "Two of the combined providers are named \"\(name)\".",
                    suggestion: "Give each its own name. Strategies, counts, and explanations refer to it."))
        }
        if let problem = strategy.problem(children.map(\.provider.name)) {
            problems.append(InvalidOption("strategy", problem))
        }
        try InvalidOption.throwIfAny(problems)
    }

    /// How far the compared providers have agreed so far; memory only.
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

    /// The children's hooks, each for the flags of its own provider.
    public var hooks: [any EvaluationHook] {
        members.flatMap { child in
            child.provider.hooks.map { ChildHook($0, providers: Set(child.provider.leafNames)) }
        }
    }

    /// The children's services, with their names; the whole context, if one of the children needs it.
    public var records: RecordIdentity {
        let all = members.map { (name: $0.provider.name, records: $0.provider.records) }
        return RecordIdentity(
            service: all.map { "\($0.name)\n\($0.records.service)" }.joined(separator: "\n"),
            scope: all.contains { $0.records.scope == .context } ? .context : .identity)
    }

    /// The status that a child last published to any client; nil if it has not published yet.
    public func status(of child: String) -> ProviderStatus? { health.status(of: child) }

    /// Lets all children forget.
    public func erase(_ context: EvaluationContext) async {
        if strategy.usesShares { await anonymousKey.forget(context) }
        for child in members { await child.provider.erase(context) }
    }

    /// Closes all children at the same time.
    public func close() async {
        await withTaskGroup(of: Void.self) { group in
            for child in members { group.addTask { await child.provider.close() } }
        }
    }

    // MARK: Running

    /// Serves one client until its task is cancelled or all children have ended.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let combination = await combination(for: request.context) { channel.report($0) }
        let machine = MergeMachine(combination, required: required, request)
        try await CombinedRun(machine, ledger, health, channel).serve(children, request)
    }

    /// Which children are required: as they were set, and if some are, the only sources of some flags.
    private var required: [Bool] {
        guard members.contains(where: \.isRequired) else { return members.map(\.isRequired) }
        let soleSources = strategy.soleSources(children.map(\.name))
        return members.map { $0.isRequired || soleSources.contains($0.provider.name) }
    }

    /// How the children are combined for a context.
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
    /// Sends a request to each service that evaluates flags itself, and merges the answers with the flags that the client
    /// evaluates, which are parts of ``FlagRequest/resume``.
    ///
    /// If the strategy compares providers, it compares these answers, too.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let combination = await combination(for: request.context) { channel.report($0) }
        let machine = MergeMachine(combination, required: required, request)
        try await CombinedRun(machine, ledger, nil, channel).serve(children.map { AskedProvider(inner: $0) }, request)
    }
}

/// A provider whose run answers about a context other than the client's, once.
private struct AskedProvider: FlagProvider {
    let inner: any FlagProvider

    var name: String { inner.name }
    var children: [any FlagProvider] { [inner] }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if let service = inner.onDemand, request.resume?.decidesHere != true {
            try await service.resolve(request, into: channel)
        } else if let evaluated = request.resume {
            channel.publish(.ready(evaluated))
        } else {
            throw FlagError.cannotBeAsked(name)
        }
    }
}

extension FlagProvider {
    /// True if no combination in this provider has a strategy that runs app code.
    var mergesInline: Bool {
        let runsAppCode = (self as? CombinedProvider)?.strategy.runsAppCode ?? false
        return !runsAppCode && children.allSatisfy(\.mergesInline)
    }

    /// The names that flags' origins may have.
    var leafNames: [String] { children.isEmpty ? [name] : children.flatMap(\.leafNames) }

    /// How the providers that this one is made of would see a context; those without a mapping are left out.
    func leafMappings(of context: EvaluationContext) -> [ContextMapping] {
        guard children.isEmpty else { return children.flatMap { $0.leafMappings(of: context) } }
        return [mapping(of: context)].compactMap(\.self)
    }
}

extension CombinedProvider {
    /// A context as each of the combined vendors sees it; those without a mapping are left out.
    public func mappings(of context: EvaluationContext) -> ContextMappings {
        ContextMappings(leafMappings(of: context))
    }
}
