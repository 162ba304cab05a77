// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Serves flags that were shipped with the app until the wrapped provider has answered for the first time.
///
/// ```swift
/// let bootstrapped = try BootstrappedProvider(vendor, with: .file("first-flags.json"))
/// ```
/// They are visible at once, while callers still wait for the answer. A bootstrap that cannot be read is reported, and the
/// wrapped provider is asked all the same. Once the provider has answered any client, its flags take precedence: the
/// bootstrap is not served again, nor to another context.
public final class BootstrappedProvider: ProviderWrapper {
    /// The wrapped provider.
    public let inner: any FlagProvider
    private let source: BootstrapSource
    private let time: any TimeSource
    private let hasAnswered = Lock(false)

    /// Wraps a provider.
    ///
    /// Nothing is read until a client starts.
    ///
    /// - Parameters:
    ///   - inner: The provider that is waited for.
    ///   - source: Where the flags are.
    ///   - formats: The formats that the document may have.
    ///   - format: The name of its format; nil to recognize it by content.
    ///   - files: The file system.
    ///   - time: The clock.
    /// - Throws: The reason why this wrapper makes no sense around that provider.
    public init(
        _ inner: any FlagProvider, with source: BootstrapProvider.Source,
        formats: [BootstrapFormat] = [.halyard, .replay], format: String? = nil,
        files: any FileSystem = LocalFileSystem(), time: any TimeSource = SystemTime()
    ) throws(ProviderNestingError) {
        try ProviderLayer.bootstrapped.check(around: inner)
        self.inner = inner
        self.source = BootstrapSource(place: source, formats: formats, format: format, files: files)
        self.time = time
    }

    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        var request = request
        var isServing = request.resume?.isServed(by: ProviderLayer.bootstrapped) == true
        if isServing {
            // These are not the inner provider's own flags, and it can resume only from those.
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

    /// Publishes the flags that are shipped with the app, and returns whether there are any.
    private func publishBootstrap(_ request: FlagRequest, _ channel: FlagChannel) async -> Bool {
        do throws(FlagError) {
            var contents = try await source.contents(origin: Origin(.bootstrap, provider: name))
            for finding in contents.findings { channel.report(finding) }
            contents.rules = inner.storedRules(from: contents.providerData, as: .bootstrap) ?? contents.rules
            var flagSet = contents.snapshot(for: request.context, at: time.now)
            flagSet.layers = [.bootstrapped]
            channel.publish(.stale(flagSet))
            return true
        } catch {
            for finding in error.diagnostics { channel.report(finding) }
            return false
        }
    }
}

extension FlagSet.LayerReport {
    /// What flags shipped with the app carry while they are served.
    public static let bootstrapped = FlagSet.LayerReport(
        layer: ProviderLayer.bootstrapped.rawValue, isServing: true,
        "Flags shipped with the app are served until the first answer.")
}
