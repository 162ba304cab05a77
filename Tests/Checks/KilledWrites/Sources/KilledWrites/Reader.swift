// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The next launch of the app, without a network.
enum Reader {
    static let context = EvaluationContext.user("c3b155b0")
    static let providerName = "service"

    /// The result of a launch.
    enum Diagnostic: Equatable {
        case nothing
        case generation(Int)
        case damaged(String)
    }

    /// Starts a client without a network, and checks every flag that it serves.
    static func look(in folder: String) async throws -> Diagnostic {
        let provider = try PersistedProvider(
            Unreachable(), policy: VariantLookupPolicy.networkFirst(), store: FileFlagStore(folder: folder))
        let client = FlagClient(provider: provider, context: context)
        await client.start()
        let (flags, diagnostics) = (client.snapshot().allFlags, client.diagnostics.recent)
        let details = client.details(of: FlagKey("flag-0", default: 0))
        await client.shutdown()
        if let diagnostic = diagnostics.first { return .damaged(diagnostic.description) }
        if flags.isEmpty { return .nothing }
        guard flags.count == Writer.flagCount else { return .damaged("\(flags.count) flags") }
        guard Set(flags.values).count == 1, details.origin.kind == .persisted,
            details.variant == "generation-\(details.value)"
        else { return .damaged("flags from several generations, or not from storage: \(details)") }
        return .generation(details.value)
    }

    private struct Unreachable: FlagProvider {
        let name = Reader.providerName

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            throw FlagError(.general, "The network is down.")
        }
    }
}
