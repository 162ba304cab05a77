// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard

/// The program that is killed.
///
/// It stores new flags repeatedly, and announces each generation that is certainly stored.
enum Writer {
    static let flagCount = 2000

    /// Stores generations, starting with the specified one, until the program is killed.
    static func run(folder: String, from first: Int) async throws {
        let store = AnnouncingStore(FileFlagStore(folder: folder))
        let provider = try PersistedProvider(
            Generations(first: first, stored: store.stored), policy: VariantLookupPolicy.networkFirst(), store: store)
        let client = FlagClient(provider: provider, context: Reader.context)
        await client.start()
        for await _ in client.updates {}
    }
}

/// A provider that returns a new generation as soon as the previous one is stored.
private struct Generations: FlagProvider {
    let name = Reader.providerName
    let first: Int
    let stored: AsyncStream<Void>

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        var generation = first
        func answer() {
            let origin = Origin(.network, provider: name)
            let flags = (0..<Writer.flagCount).map { number in
                EvaluatedFlag(
                    "flag-\(number)", .int(Int64(generation)), variant: "generation-\(generation)", origin: origin)
            }
            channel.publish(.ready(FlagSet(FlagTable(flags), for: request.context, validator: "\(generation)")))
        }
        answer()
        for await _ in stored {
            // If the writer is killed after this line, this generation is stored. Before this line, it might be stored.
            FileHandle.standardOutput.write(Data("\(generation)\n".utf8))
            generation += 1
            answer()
        }
    }
}

/// A store that announces each stored generation.
private struct AnnouncingStore: FlagStore {
    let inner: FileFlagStore
    let stored: AsyncStream<Void>
    private let announcing: AsyncStream<Void>.Continuation

    init(_ inner: FileFlagStore) {
        self.inner = inner
        (stored, announcing) = AsyncStream.makeStream()
    }

    func load(_ key: StoreKey) async throws -> [UInt8]? { try await inner.load(key) }

    func save(_ bytes: [UInt8], as key: StoreKey) async throws {
        try await inner.save(bytes, as: key)
        announcing.yield()
    }

    func delete(_ key: StoreKey) async throws { try await inner.delete(key) }

    func keys(in scope: StoreKey.Scope) async throws -> [StoreKey] { try await inner.keys(in: scope) }
}
