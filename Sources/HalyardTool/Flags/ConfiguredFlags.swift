// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The configuration, client, and context of a command that uses a provider.
struct ConfiguredFlags: Sendable {
    let loaded: LoadedConfiguration
    private let client: LoadedConfiguration.Client
    /// The initial evaluation context.
    let context: EvaluationContext
    /// The maximum wait for a provider.
    let timeout: Duration
    private let host: ToolHost

    /// Reads the configuration that a command line names.
    ///
    /// - Parameter file: The option that names the configuration.
    init(_ invocation: Invocation, _ host: ToolHost, file: Option = .config) throws(ToolError) {
        timeout = try invocation.duration(.timeout, default: .seconds(5))
        let context = try invocation.text(.context).map { text throws(ToolError) in try ContextArgument.read(text, host)
        }
        let path = try ConfigurationPath.find(invocation.text(file), host)
        do throws(ConfigurationError) {
            loaded = try ProviderRegistry(.known).load(
                .file(path), host: host.machine, using: invocation.text(.provider))
            client = try loaded.client(invocation.text(.client), of: .file(path))
        } catch {
            throw Self.refusal(error, path, host)
        }
        for warning in loaded.warnings { host.report(warning) }
        self.context = context ?? client.context
        self.host = host
    }

    /// Returns a client that serves the same flags as the app's client.
    ///
    /// It doesn't report events, and doesn't use the configuration's sinks and hooks.
    func makeClient() -> FlagClient { makeClient(of: client.provider, for: context) }

    /// Returns a client of another provider.
    func makeClient(of provider: any FlagProvider, for context: EvaluationContext) -> FlagClient {
        var options = FlagClient.Options()
        options.name = client.name
        options.time = host.machine.time
        options.lifecycle = nil
        options.eventsEnabled = false
        options.overrides = client.overrides ?? options.overrides
        options.killSwitch = client.killSwitch
        options.diagnosticHandler = { [host] in host.report($0) }
        return FlagClient(provider: provider, context: context, options: options)
    }

    /// Creates the client and waits for its flags.
    func start() async -> (flags: FlagClient, result: FlagClient.StartResult) {
        let flags = makeClient()
        return (flags, await flags.start(within: timeout))
    }

    private static func refusal(_ error: ConfigurationError, _ path: String, _ host: ToolHost) -> ToolError {
        let isChoice = ["unknownProvider", "unknownClient"].contains(error.diagnostics.first?.code.rawValue)
        if isChoice, error.diagnostics.count == 1, let diagnostic = error.diagnostics.first {
            return .usage(diagnostic.message, diagnostic.suggestion)
        }
        for diagnostic in error.diagnostics { host.report(diagnostic) }
        return .undetermined("Can't use the configuration \(path).")
    }
}

extension FlagClient.StartResult {
    /// A Boolean value that indicates whether the provider has responded.
    var isReady: Bool { self == .ready }

    /// The reason why a command does not have the provider's flags.
    var complaint: String {
        switch self {
        case .ready: ""
        case .cached(let error): "The provider didn't respond, so the flags are older. \(error)"
        case .defaults(let error): "No flags are available. \(error)"
        }
    }
}
