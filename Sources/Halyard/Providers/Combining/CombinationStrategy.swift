// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Chooses the provider whose result for a flag counts, if several providers are combined.
///
/// ```swift
/// let both = try CombinedProvider("both", [.init(first), .init(second)], strategy: .firstSuccessful)
/// ```
/// A strategy is a pure function of its input. The combination calls it once for each flag that changed, when it changed. Reads of
/// a listed flag don't call it. Reads of a flag that no provider lists call it on the reading thread, if the result can be that the
/// flag is off or that a provider has no flags. Reads for a context other than the client's also call it
/// (``FlagClient/snapshot(for:)``).
public struct CombinationStrategy: Sendable {
    /// The strategy's name in explanations and reports, in camel case.
    public let name: String
    /// The migration that this strategy follows, which reports its state.
    public internal(set) var migration: MigrationStrategy?

    /// Chooses the provider whose result counts.
    public let choose: @Sendable (_ input: StrategyInput) -> StrategyResult
    /// Chooses the providers whose results are also compared, for a ``ParityReport``.
    var compare: @Sendable (_ input: StrategyInput) -> CombinationStrategy.ComparedChildren? = { _ in nil }
    /// Receives a comparison, and returns a diagnostic if another provider's result counts afterward.
    var learn: @Sendable (_ comparison: ParityReport.Comparison) -> Diagnostic? = { _ in nil }
    /// The strategy's own facts about a flag, for explanations, by camel-case names.
    var facts: @Sendable (_ key: String) -> [String: FlagValue] = { _ in [:] }
    /// Returns the reason why the strategy can't work with providers of these names.
    var problem: @Sendable (_ names: [String]) -> String? = { _ in nil }
    /// The providers that some flags depend on, because the strategy takes their values from no other provider.
    ///
    /// These providers count as required (``CombinedProvider/Child/isRequired``).
    public internal(set) var soleSources: @Sendable (_ names: [String]) -> Set<String> = { _ in [] }
    /// A Boolean value that indicates whether the functions run app code, which must not run under a lock.
    let runsAppCode: Bool
    /// A Boolean value that indicates whether the strategy assigns identities to shares, so that contexts without a key need an
    /// identity.
    var usesShares = false

    /// Creates a strategy from a function.
    ///
    /// ```swift
    /// let strategy = CombinationStrategy("oldest") { input in input.firstMatch(among: ["launchdarkly"]) }
    /// ```
    /// The functions must depend only on their argument. When flags change, they run in a separate task, without a lock. So a
    /// change becomes visible soon after the call that made it, not before the call returns.
    ///
    /// - Parameters:
    ///   - name: The name in explanations and reports.
    ///   - compare: Chooses the providers whose results are also compared, for a ``ParityReport``.
    ///   - learn: Receives a comparison, and returns a diagnostic if another provider's result counts afterward.
    ///   - soleSources: Returns the providers that some flags depend on. They count as required.
    ///   - choose: Chooses the provider whose result counts.
    public init(
        _ name: String = "custom",
        compare: @escaping @Sendable (_ input: StrategyInput) -> CombinationStrategy.ComparedChildren? = { _ in nil },
        learn: @escaping @Sendable (_ comparison: ParityReport.Comparison) -> Diagnostic? = { _ in nil },
        soleSources: @escaping @Sendable (_ names: [String]) -> Set<String> = { _ in [] },
        _ choose: @escaping @Sendable (_ input: StrategyInput) -> StrategyResult
    ) {
        self.name = name
        self.compare = compare
        self.learn = learn
        self.soleSources = soleSources
        self.choose = choose
        runsAppCode = true
    }

    /// Creates a built-in strategy.
    init(builtIn name: String, _ choose: @escaping @Sendable (_ input: StrategyInput) -> StrategyResult) {
        self.name = name
        self.choose = choose
        runsAppCode = false
    }

    /// Chooses the first provider that has the flag.
    ///
    /// An error of an earlier provider is the result (OpenFeature, Appendix A).
    public static let firstMatch: CombinationStrategy = {
        var strategy = CombinationStrategy(builtIn: "firstMatch") { $0.firstMatch() }
        // Its error is the result for every flag.
        strategy.soleSources = { Set($0.prefix(1)) }
        return strategy
    }()

    /// Chooses the first provider that has a value for the flag.
    ///
    /// An error counts only if no provider has a value (OpenFeature, Appendix A).
    public static let firstSuccessful = CombinationStrategy(builtIn: "firstSuccessful") { $0.firstSuccessful() }

    /// Returns the problem that a strategy moves flags from or to an unknown provider, or between identical providers.
    static func problem(movingFrom old: String, to new: String, among names: [String]) -> String? {
        if let problem = missing([old, new], among: names) { return problem }
        guard old == new else { return nil }
        return "The old and the new provider are both \"\(old)\". Set two different providers."
    }

    /// Returns the problem that a strategy uses an unknown provider.
    static func missing(_ wanted: [String], among names: [String]) -> String? {
        guard let name = wanted.first(where: { !names.contains($0) }) else { return nil }
        let nearest = NearestName.of(name, among: names).map { "Did you mean \"\($0)\"?" }
        return "No provider of the combination is named \"\(name)\". "
            + (nearest ?? "Known providers: \(names.joined(separator: ", ")).")
    }
}
