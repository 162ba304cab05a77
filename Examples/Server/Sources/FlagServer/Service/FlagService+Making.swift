// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardUnleash

extension ProviderModule {
    /// The modules whose provider types a configuration can use.
    static let served: [ProviderModule] = [.unleash, .launchDarkly, .ofrep]
}

extension BootstrapFormat {
    /// The formats that a file with flags can have.
    static var served: [BootstrapFormat] {
        [
            .plain, .manifest(), .unleash, .unleashLocal, .launchDarkly, .launchDarklyFlagsState, .launchDarklyLocal,
            .ofrep, .replay,
        ]
    }

    /// Halyard's plain format, except for documents that are a manifest.
    private static let plain = BootstrapFormat(
        name: halyard.name, shape: halyard.shape,
        recognizes: { halyard.recognizes($0) && !isManifest($0) },
        read: { halyard.contents(of: $0, origin: $1) })
}

extension FlagService {
    /// The interval at which a file with flags is checked for changes.
    private static let interval = Duration.milliseconds(200)

    /// Creates the service for the arguments of the command line.
    ///
    /// Reads files on the calling thread.
    ///
    /// - Throws: An error with a readable description if the service can't be created.
    static func make(
        _ arguments: ServerArguments, report: @escaping @Sendable (Diagnostic) -> Void
    ) throws -> FlagService {
        let file = try arguments.save.map { try OverrideFile($0, source: arguments.source.file) }
        let overrides = try file?.contents() ?? [:]
        var options = FlagClient.Options()
        options.overrides.allowedInRelease = true
        // The vendor behind the server gets no reports. The server itself doesn't read flags, and its page shows the apps' reads.
        options.eventsEnabled = false
        options.diagnosticHandler = report
        switch arguments.source {
        case .flags(let path):
            let provider = FileFlagProvider(
                .file(path), name: "file", formats: BootstrapFormat.served, refreshInterval: interval)
            let client = FlagClient(
                provider: provider, context: arguments.context ?? .anonymous, options: options)
            return FlagService(client, file: file, overrides: overrides)
        case .configuration(let path):
            let client = try FlagClient(configuration: .file(path), providers: ProviderModule.served, options: options)
            return try FlagService(client, providers: names(in: path), file: file, overrides: overrides)
        }
    }

    /// Returns the names of a configuration's providers in ascending order.
    private static func names(in path: String) throws -> [String] {
        let document = try JSONReader().read(Array(Data(contentsOf: URL(filePath: path))))
        guard case .object(let providers)? = document["providers"] else { return [] }
        return providers.keys.sorted()
    }
}
