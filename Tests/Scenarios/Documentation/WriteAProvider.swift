// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

/// Asks once, and serves what it got.
struct OneShot: FlagProvider {
    let name = "one-shot"
    let fetch: @Sendable (String?) async throws -> [String: FlagValue]

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if request.mode == .offline {
            channel.publish(.offline(request))
            return
        }
        let values = try await fetch(request.context.key)
        channel.publish(.ready(FlagSet(values, from: name, for: request.context)))
    }
}

/// Serves another provider's flags, all of them marked stale.
struct Cautious: ProviderWrapper {
    let inner: any FlagProvider

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await inner.run(
            request,
            into: channel.map { state in
                var state = state
                if state.status == .ready { state.status = .stale }
                return state
            })
    }
}

extension ProviderModule {
    /// What an app hands to its client, so that a configuration can say `"type": "one-shot"`.
    static let company = ProviderModule(types: [
        ProviderType("one-shot") { settings in
            let answer = settings.int("answer", "What every flag answers.", default: 42, in: 0...100)
            return OneShot { _ in ["answer": .int(Int64(answer))] }
        }
    ])
}

/// A provider that exposes its channel, and ends when a test advances its clock.
final class Open: FlagProvider {
    let name = "open"
    let channel = Lock<FlagChannel?>(nil)
    let failure = Lock<FlagError?>(nil)
    let letGo = ManualTime()

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        self.channel.withLock { $0 = channel }
        try await letGo.sleep(for: .seconds(1))
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    func publish(_ state: ProviderState) { _ = channel.withLock { $0 }?.publish(state) }
}

@Suite("Guide samples: custom providers")
struct WriteAProviderTests {
    @Test("Throws all invalid options together, each with its name")
    func options() {
        func check(interval: Duration, token: String) throws {
            var problems: [InvalidOption] = []
            if interval < .seconds(1) {
                problems.append(InvalidOption("interval", "\(interval) is too short.", suggestion: "Write 1s or more."))
            }
            if token.isEmpty {
                problems.append(InvalidOption("token", "The token is empty.", suggestion: "Write it, or leave it out."))
            }
            try InvalidOption.throwIfAny(problems)
        }
        #expect(throws: Never.self) { try check(interval: .seconds(1), token: "t") }
        let error = #expect(throws: ConfigurationError.self) { try check(interval: .zero, token: "") }
        #expect(error?.diagnostics.map(\.location?.pointer) == ["/interval", "/token"])
        #expect(error?.diagnostics.map(\.suggestion) == ["Write 1s or more.", "Write it, or leave it out."])
    }

    @Test("Reports a diagnostic once for each subject")
    func once() {
        let reported = Lock<[String]>([])
        let reportOnce = DiagnosticDeduplicator { diagnostic in reported.withLock { $0.append(diagnostic.message) } }
        for name in ["a", "b", "a"] {
            reportOnce("oddName", about: name) { Diagnostic("oddName", .warning, subject: "company", "Odd: \(name).") }
        }
        #expect(reported.withLock { $0 } == ["Odd: a.", "Odd: b."])
    }

    /// Functions that play the rows of the guide's table about states, by their first column.
    private static let rows: [String: @Sendable (Open, FlagClient) async -> [ProviderStatus]] = [
        "The source responded": { provider, client in
            provider.publish(.ready(flags))
            return [client.status]
        },
        "Cached flags, no response yet": { provider, client in
            provider.publish(.stale(flags))
            return [client.status]
        },
        "Temporary failure": { provider, client in
            provider.publish(.failed(trouble))
            let first = client.status
            provider.publish(.ready(flags))
            provider.publish(.failed(trouble))
            #expect(client.state.error == trouble && client.allFlags == ["a": 1])
            return [first, client.status]
        },
        "Offline": { provider, client in
            provider.publish(.offline(FlagRequest(context: flags.context, mode: .offline)))
            let first = client.status
            provider.publish(.ready(flags))
            provider.publish(.offline(FlagRequest(context: flags.context, mode: .offline, resume: flags)))
            #expect(client.allFlags == ["a": 1])
            return [first, client.status]
        },
        "Stream interrupted for less than a second": { provider, client in
            provider.publish(.ready(flags))
            return [client.status]
        },
        "Stream interrupted for longer": { provider, client in
            provider.publish(.ready(flags))
            provider.publish(.failed(trouble))
            #expect(client.state.error == trouble && client.allFlags == ["a": 1])
            let lost = client.status
            provider.publish(.ready(flags))
            #expect(client.state.error == nil)
            return [lost, client.status]
        },
        "The source rejects the request": { provider, client in
            provider.publish(.refused(trouble))
            let first = client.status
            provider.publish(.ready(flags))
            provider.publish(.refused(trouble))
            #expect(client.state.error == trouble && client.allFlags == ["a": 1])
            return [first, client.status]
        },
        "The source rejects the app permanently": { provider, client in
            provider.publish(.ready(flags))
            await end(provider, FlagError(.providerFatal, "No."))
            await client.until { $0.status == .fatal }
            #expect(client.allFlags == ["a": 1])
            return [client.status]
        },
        "The context can't be used": { provider, client in
            await end(provider, FlagError(.invalidContext, "No."))
            await client.until { $0.status == .error }
            return [client.status]
        },
    ]

    private static let flags = FlagSet(["a": 1], from: "open", for: .user("a"))
    private static let trouble = FlagError(.general, "The source failed.")

    private static func end(_ provider: Open, _ error: FlagError) async {
        provider.failure.withLock { $0 = error }
        await provider.letGo.awaitSleepers()
        provider.letGo.advance(by: .seconds(1))
    }

    @Test("Reports the status that each row of the guide's table names")
    func table() async throws {
        let page = try Repository.text("Sources/Halyard/Halyard.docc/ImplementAProvider.md")
        let rows = MarkdownTable.rows(in: page, heading: ["situation", "publish or throw", "status"])
        let shown = Dictionary(
            uniqueKeysWithValues: rows.map { row in
                (row[0], row[2].matches(of: /`([A-Z]+)`/).map { String($0.1) })
            })
        #expect(Set(shown.keys) == Set(Self.rows.keys))
        for (row, play) in Self.rows {
            let provider = Open()
            let client = FlagClient(provider: provider, context: .user("a"))
            let start = Task { await client.start() }
            await provider.letGo.awaitSleepers()
            #expect(await play(provider, client).map(\.rawValue) == shown[row], "\(row)")
            await client.shutdown()
            _ = await start.value
        }
    }

    @Test("Serves flags from the smallest provider and wrapper")
    func works() async throws {
        let flags = try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"one-shot": {"type": "one-shot", "answer": 7}}}"#),
            providers: [.company])
        #expect(await flags.start(within: .seconds(60)) == .ready)
        #expect(flags.int("answer", default: 0) == 7)

        let wrapped = FlagClient(provider: Cautious(inner: OneShot { _ in ["answer": 1] }))
        _ = await wrapped.start()
        #expect(wrapped.status == .stale)
        #expect(wrapped.int("answer", default: 0) == 1)
    }

    @Test("Passes the conformance tests")
    func conformance() async {
        await ProviderConformance { OneShot { _ in ["answer": 42] } }.expectConformance()
    }

    @Test("Passes the conformance tests as a wrapper")
    func wrapperConformance() async {
        await ProviderConformance { Cautious(inner: OneShot { _ in ["answer": 42] }) }.expectConformance()
    }
}
