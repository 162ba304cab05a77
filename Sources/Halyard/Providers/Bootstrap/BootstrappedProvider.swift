// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Serves flags shipped with the app until the wrapped provider responds for the first time.
///
/// ```swift
/// let bootstrapped = try BootstrappedProvider(vendor, with: .file("first-flags.json"))
/// ```
/// Reads see these flags immediately, while callers still wait for the response. If the bootstrap can't be read, the problem is
/// reported and the wrapped provider runs anyway. After the provider has responded to any client, its flags take precedence. The
/// bootstrap is then never served again, not even for another context.
public final class BootstrappedProvider: ProviderWrapper {
    /// The wrapped provider.
    public let inner: any FlagProvider
    private let source: BootstrapSource
    private let time: any TimeSource
    private let hasAnswered = Lock(false)

    /// Wraps a provider.
    ///
    /// It doesn't read the source until a client starts.
    ///
    /// - Parameters:
    ///   - inner: The provider to wrap.
    ///   - source: The source of the flags.
    ///   - formats: The supported formats.
    ///   - format: The name of the document's format, or `nil` to recognize it by content.
    ///   - files: The file system.
    ///   - time: The clock.
    /// - Throws: An error if this wrapper can't wrap the provider.
    public init(
        _ inner: any FlagProvider, with source: FileFlagProvider.Source,
        formats: [BootstrapFormat] = [.halyard, .replay], format: String? = nil,
        files: any FileSystem = LocalFileSystem(), time: any TimeSource = SystemTime()
    ) throws(ProviderNestingError) {
        try ProviderLayer.bootstrapped.check(around: inner)
        self.inner = inner
        self.source = BootstrapSource(place: source, formats: formats, format: format, files: files)
        self.time = time
    }

    /// Serves one client until its task is canceled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        var request = request
        var isServing = request.resume?.isServed(by: ProviderLayer.bootstrapped) == true
        if isServing {
            // The inner provider can only resume from its own flags.
            request.resume = nil
        } else if request.resume == nil, !hasAnswered.withLock({ $0 }) {
            isServing = await publishBootstrap(request, channel)
        }
        let mapped = channel.map { state in
            if state.isAnswer {
                self.hasAnswered.withLock { $0 = true }
                self.source.forgetContents()
            }
            return state
        }
        try await inner.run(request, into: mapped)
    }

    /// Publishes the flags shipped with the app, and returns whether there are any.
    private func publishBootstrap(_ request: FlagRequest, _ channel: FlagChannel) async -> Bool {
        do throws(FlagError) {
            var contents = try await source.contents(origin: Origin(.bootstrap, provider: name))
            for diagnostic in contents.diagnostics { channel.report(diagnostic) }
            contents.rules = inner.storedRules(from: contents.providerData, as: .bootstrap) ?? contents.rules
            var flagSet = contents.flagSet(for: request.context, at: time.now)
            flagSet.layerReports = [.bootstrapped]
            channel.publish(.stale(flagSet))
            return true
        } catch {
            for diagnostic in error.diagnostics { channel.report(diagnostic) }
            return false
        }
    }
}

extension FlagSet.LayerReport {
    /// The report for flags shipped with the app, while they are served.
    public static let bootstrapped = FlagSet.LayerReport(
        layer: ProviderLayer.bootstrapped.rawValue, isServing: true,
        "Flags shipped with the app are served until the first response.")
}
