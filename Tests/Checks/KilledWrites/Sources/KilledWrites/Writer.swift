// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard

/// The program that is killed: it stores ever newer flags, and says which generation is stored for certain.
enum Writer {
    static let flagCount = 2000

    /// Stores generations, the given one first, until the program is killed.
    static func run(folder: String, from first: Int) async throws {
        let store = AnnouncingStore(FileFlagStore(folder: folder))
        let provider = try PersistedProvider(
            Generations(first: first, stored: store.stored), policy: VariantLookupPolicy.networkFirst(), store: store)
        let client = FlagClient(provider: provider, context: Reader.context)
        await client.start()
        for await _ in client.updates {}
    }
}

/// Answers with a new generation as soon as the one before is stored.
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
            // A writer killed after this line has stored this generation; one killed before it may have.
            FileHandle.standardOutput.write(Data("\(generation)\n".utf8))
            generation += 1
            answer()
        }
    }
}

/// A store that announces when it has stored something.
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
