// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardUnleash

extension ProviderModule {
    /// The modules whose types a configuration may name.
    static let served: [ProviderModule] = [.unleash, .launchDarkly, .ofrep]
}

extension BootstrapFormat {
    /// The formats that a file of flags may have.
    static var served: [BootstrapFormat] {
        [
            .plain, .manifest(), .unleash, .unleashLocal, .launchDarkly, .launchDarklyFlagsState, .ofrep, .replay,
        ]
    }

    /// Halyard's plain format, but for documents that are a manifest.
    private static let plain = BootstrapFormat(
        name: halyard.name, shape: halyard.shape,
        recognizes: { halyard.recognizes($0) && !isManifest($0) },
        read: { halyard.contents(of: $0, origin: $1) })
}

extension FlagService {
    /// How often a file of flags is looked at.
    private static let interval = Duration.milliseconds(200)

    /// Makes the service that the command line asks for.
    ///
    /// Reads the disk on the calling thread.
    ///
    /// - Throws: The reason why it cannot be made, for people to read.
    static func make(
        _ arguments: ServerArguments, report: @escaping @Sendable (Diagnostic) -> Void
    ) throws -> FlagService {
        let file = try arguments.save.map { try OverrideFile($0, source: arguments.source.file) }
        let overrides = try file?.contents() ?? [:]
        var options = FlagClient.Options()
        options.overrides.allowedInRelease = true
        // The vendor behind the server gets no reports: the server itself reads nothing, and what apps read is shown here.
        options.eventsEnabled = false
        options.diagnosticHandler = report
        switch arguments.source {
        case .flags(let path):
            let provider = BootstrapProvider(
                .file(path), name: "file", formats: BootstrapFormat.served, refreshInterval: interval)
            let client = FlagClient(
                provider: provider, context: arguments.context ?? .anonymous, options: options)
            return FlagService(client, file: file, overrides: overrides)
        case .configuration(let path):
            let client = try FlagClient(configuration: .file(path), providers: ProviderModule.served, options: options)
            return try FlagService(client, providers: names(in: path), file: file, overrides: overrides)
        }
    }

    /// The names of a configuration's providers, in ascending order.
    private static func names(in path: String) throws -> [String] {
        let document = try JSONReader().read(Array(Data(contentsOf: URL(filePath: path))))
        guard case .object(let providers)? = document["providers"] else { return [] }
        return providers.keys.sorted()
    }
}
