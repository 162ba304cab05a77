// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly

extension Suite {
    /// The cost of a start with stored flags, compared with reading the file and touching each byte.
    static let starting = Suite(
        rows: [
            Row(
                name: "start from a persisted snapshot of 10,000 flags against reading the file", measure: .time,
                work: "start from a file", baseline: "read the file", limit: .ratioAtMost(30))
        ], rounds: 9
    ) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)").path
        let store = FileFlagStore(folder: folder)
        let bytes = Payload.launchDarkly(10_000)
        let writer = FlagClient(
            provider: try PersistedProvider(Answering(payload: bytes), policy: policy, store: store),
            context: context)
        await writer.start(within: .seconds(60))
        await writer.shutdown(within: .seconds(60))
        guard
            let file = FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }).map({
                folder + "/" + $0
            }).max(by: { size($0) < size($1) }), size(file) > 500_000
        else { throw Trouble("No flags were stored.") }
        return [
            Work("start from a file", repetitions: 1, waiting: { times in await start(times, store) }),
            Work("read the file", repetitions: 1) { times in
                var sum = 0
                for _ in 0..<times {
                    for byte in [UInt8](FileManager.default.contents(atPath: file) ?? Data()) { sum &+= Int(byte) }
                }
                return sum
            },
        ]
    }

    private static let policy = VariantLookupPolicy.persistenceUntilNetworkSuccess()
    private static let context = EvaluationContext.user("ann")

    private static func start(_ times: Int, _ store: FileFlagStore) async -> Int {
        var sum = 0
        for _ in 0..<times {
            guard let provider = try? PersistedProvider(Answering(payload: nil), policy: policy, store: store) else {
                preconditionFailure("The provider can't be wrapped.")
            }
            let client = FlagClient(provider: provider, context: context)
            await client.start(within: .seconds(60))
            precondition(client.bool(Payload.name(400), default: false), "The stored flags are missing.")
            sum += 1
        }
        return sum
    }

    private static func size(_ file: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
    }

    /// A provider that responds immediately or never.
    private struct Answering: FlagProvider {
        let payload: [UInt8]?
        let name = "bench"

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            if let payload {
                let origin = Origin(.network, provider: name)
                let flags = try BootstrapFormat.launchDarkly.table(of: payload, origin: origin).table
                channel.publish(.ready(FlagSet(flags, for: request.context)))
            }
            // Waits for cancellation.
            let (nothing, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in nothing {}
            withExtendedLifetime(continuation) {}
        }
    }
}
