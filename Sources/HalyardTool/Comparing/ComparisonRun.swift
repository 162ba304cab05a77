// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Compares two providers for one context after the other.
///
/// It uses a combined provider with the `comparison` strategy.
struct ComparisonRun {
    private let providers: CombinedProvider
    private let configured: ConfiguredFlags
    private let host: ToolHost

    /// Creates a comparison of two providers.
    ///
    /// - Parameter names: The providers' names in the configuration. The first one is the primary provider.
    init(_ names: [String], of configured: ConfiguredFlags, _ host: ToolHost) throws(ToolError) {
        if names[0] == names[1] {
            throw .usage("Can't compare \"\(names[0])\" with itself.", "Choose two different providers.")
        }
        var children: [CombinedProvider.Child] = []
        for name in names {
            guard let provider = configured.loaded.providers[name] else {
                throw .unknown("provider", name, among: configured.loaded.providers.keys)
            }
            children.append(.init(provider))
        }
        do throws(ConfigurationError) {
            providers = try CombinedProvider(
                names.joined(separator: " / "), children, strategy: .comparison(primary: names[0]))
        } catch {
            throw .usage("Can't compare these providers.", error.diagnostics.map(\.sentence).joined(separator: " "))
        }
        self.configured = configured
        self.host = host
    }

    /// The results so far.
    var report: ParityReport { providers.parity }

    /// Compares the providers for each context, until a provider doesn't respond.
    ///
    /// - Returns: The number of contexts for which both providers responded, and the reason for an early end, or `nil` if it
    ///   compared all contexts.
    func compare(_ contexts: [EvaluationContext]) async -> (compared: Int, failure: String?) {
        var progress = ProgressLine(host)
        let flags = configured.makeClient(of: providers, for: contexts[0])
        var compared = 0
        var failure: String?
        for context in contexts {
            failure =
                compared == 0
                ? Self.failure(await flags.start(within: configured.timeout))
                : Self.failure(await flags.setContext(context, within: configured.timeout), flags.state)
            if failure != nil { break }
            compared += 1
            progress.show("compared \(compared) of \(contexts.count.counted("context"))")
        }
        progress.clear()
        let silent = self.silent
        await flags.shutdown()
        host.note("Compared \(compared) of \(contexts.count.counted("context")) in \(progress.elapsed.tenths).")
        return (compared, failure.map { "Can't compare context \(compared + 1). \(silent)\($0)" })
    }

    /// A sentence that names the providers that have not responded, or an empty string if they are unknown.
    private var silent: String {
        let names = providers.children.map(\.name).filter { providers.status(of: $0) != .ready }
        let verb = names.count == 1 ? "isn't" : "aren't"
        return names.isEmpty ? "" : "\(names.joined(separator: " and ")) \(verb) ready. "
    }

    private static func failure(_ result: FlagClient.StartResult) -> String? {
        switch result {
        case .ready: nil
        case .cached(let error), .defaults(let error): error.description
        }
    }

    private static func failure(_ outcome: FlagClient.RequestOutcome, _ state: FlagClient.State) -> String? {
        if case .failed(let error) = outcome { return error.description }
        if outcome == .completed, state.status == .ready { return nil }
        return state.error?.description ?? "The providers didn't respond in time."
    }
}
