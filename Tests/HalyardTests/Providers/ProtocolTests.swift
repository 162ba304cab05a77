// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@Suite("Custom mappers, policies, and wrappers")
struct ProtocolTests {
    /// A mapper to a flat string dictionary, as a vendor might receive it.
    private struct FlatMapper: ContextMapper {
        func map(_ context: EvaluationContext) throws -> MappedContext<[String: String]> {
            guard let key = context.key else { throw FlagError(.targetingKeyMissing, "A key is needed.") }
            var mapped = MappedContext(["userId": key])
            for (name, value) in context.primary.attributes.sorted(by: { $0.key < $1.key }) {
                if let text = String(flagValue: value) {
                    mapped.output[name] = text
                } else {
                    mapped.losses.append(
                        Diagnostic("contextLoss", .warning, subject: name, "Only texts can be sent; it was left out."))
                }
            }
            return mapped
        }
    }

    /// A policy that serves stored flags for 10 minutes in the background and 1 hour otherwise.
    ///
    /// It doesn't store flags of anonymous users.
    private struct Cautious: PersistencePolicy {
        func slot(for context: EvaluationContext) -> String? { context.isAnonymous ? nil : context.stableDigest }

        func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
            let limit: Duration = conditions.request.mode == .background ? .seconds(600) : .seconds(3600)
            let age = conditions.now - stored.savedAt
            let isFresh = age >= .zero && age < limit
            return isFresh ? .serve(isAnswer: false, until: stored.savedAt + limit) : .serveOnFailure(until: nil)
        }
    }

    @Test("Maps a context and reports losses through an existential")
    func mapper() throws {
        let mapper: any ContextMapper<[String: String]> = FlatMapper()
        let mapped = try mapper.map(.user("a", ["plan": "gold", "age": 40]))
        #expect(mapped.output == ["userId": "a", "plan": "gold"])
        #expect(mapped.losses.map(\.description) == ["warning: age: Only texts can be sent; it was left out."])
        #expect(throws: FlagError(.targetingKeyMissing, "A key is needed.")) { try mapper.map(.anonymous) }
    }

    @Test("Chooses a cache action from the age of the flags and the mode")
    func policy() {
        let policy: any PersistencePolicy = Cautious()
        let saved = Instant(millisecondsSinceEpoch: 0)
        let stored = StoredFlags(FlagSet([], for: .user("a"), confirmedAt: saved), savedAt: saved)
        let action = { (mode: FlagRequest.Mode, seconds: Int64) in
            policy.action(
                for: stored,
                in: PersistenceConditions(
                    request: FlagRequest(context: .user("a"), mode: mode), now: saved + .seconds(seconds)))
        }
        #expect(action(.online, 3599) == .serve(isAnswer: false, until: saved + .seconds(3600)))
        #expect(action(.online, 3600) == .serveOnFailure(until: nil))
        #expect(action(.background, 600) == .serveOnFailure(until: nil))
        #expect(action(.online, -1) == .serveOnFailure(until: nil))
        #expect(policy.slot(for: .anonymous) == nil)
        #expect(policy.slot(for: .user("a")) == EvaluationContext.user("a").stableDigest)
        #expect(policy.maxSlots == nil)
        #expect(policy.keep(stored.flagSet, in: .init(request: FlagRequest(context: .user("a")), now: saved)))
    }

    @Test("Drops states that a channel map turns into nil")
    func channelMap() {
        let seen = Lock<[ProviderStatus]>([])
        let channel = FlagChannel { state in
            seen.withLock { $0.append(state.status) }
            return state.status != .fatal
        }
        let mapped = channel.map { state in state.status == .stale ? nil : state }
        #expect(mapped.publish(.stale()))
        #expect(mapped.publish(.failed(FlagError(.general, "x"))))
        #expect(!mapped.publish(.failed(FlagError(.providerFatal, "x"))))
        #expect(seen.withLock { $0 } == [.error, .fatal])
    }
}
