// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Compares two providers for one context after the other.
///
/// The comparison itself is that of a combination with the strategy `comparison`.
struct ComparisonRun {
    private let providers: CombinedProvider
    private let configured: ConfiguredFlags
    private let host: ToolHost

    /// - Parameter names: The providers' names in the configuration; the first one is the primary provider.
    init(_ names: [String], of configured: ConfiguredFlags, _ host: ToolHost) throws(ToolError) {
        if names[0] == names[1] {
            throw .usage("\"\(names[0])\" cannot be compared with itself.", "Name two providers.")
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
            throw .usage("The two cannot be compared.", error.findings.map(\.sentence).joined(separator: " "))
        }
        self.configured = configured
        self.host = host
    }

    /// What has been found so far.
    var report: ParityReport { providers.parity }

    /// Compares for each context, up to the first for which a provider does not answer.
    ///
    /// - Returns: For how many contexts both answered, and why it ended early; nil when it did not.
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
            progress.show("compared for \(compared) of \(contexts.count.counted("context"))")
        }
        progress.clear()
        let silent = self.silent
        await flags.shutdown()
        host.note("Compared for \(compared) of \(contexts.count.counted("context")) in \(progress.elapsed.tenths).")
        return (compared, failure.map { "Context \(compared + 1) could not be compared. \(silent)\($0)" })
    }

    /// Which providers have not answered, as a sentence; empty when that is not known.
    private var silent: String {
        let names = providers.children.map(\.name).filter { providers.status(of: $0) != .ready }
        let verb = names.count == 1 ? "is" : "are"
        return names.isEmpty ? "" : "\(names.joined(separator: " and ")) \(verb) not ready. "
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
        return state.error?.description ?? "The providers have not answered in time."
    }
}
