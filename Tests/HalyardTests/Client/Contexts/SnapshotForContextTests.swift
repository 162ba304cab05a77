// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@Suite("FlagClient: snapshots for contexts")
struct SnapshotForContextTests {
    private let rules = InMemoryFlagProvider { context in
        guard let key = context.key else { return ["limit": 10, "owner": "nobody", "new-nav": false] }
        return [
            "limit": .int(Int64(key.count)), "owner": .string(key), "new-nav": context["plan"] == "gold" ? true : false,
        ]
    }
    private let owner = FlagKey("owner", default: "default")

    @Test("Keeps the newest combinations of context kinds")
    func manyKinds() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]))
        let context = { (number: Int) in
            EvaluationContext.user("a").adding(.init(ContextKind(rawValue: "kind\(number)"), key: "b"))
        }
        weak let first = client.router.kinds.object(for: context(0))
        #expect(first != nil)
        #expect(client.router.kinds.object(for: context(0)) === first)
        for number in 1...32 { _ = client.router.kinds.object(for: context(number)) }
        #expect(first == nil)
    }

    @Test("Evaluates flags for each context without changing the client's flags")
    func own() async {
        let client = await FlagClient.serving(rules, for: .user("client"))
        let ada = client.snapshot(for: .user("ada", ["plan": "gold"]))
        let grace = client.snapshot(for: .user("grace"))
        #expect(ada[owner] == "ada")
        #expect(ada[.newNav])
        #expect(grace[owner] == "grace")
        #expect(!grace[.newNav])
        #expect(client[owner] == "client")
        #expect(ada.allFlags == ["limit": 3, "owner": "ada", "new-nav": true])
        #expect(ada.state.context == .user("ada", ["plan": "gold"]))
        #expect(ada.state.flagSet?.context == .user("ada", ["plan": "gold"]))
        #expect(ada.state.flagSet?.table["limit"]?.value == 3)
        #expect(ada.state.status == .ready)
    }

    @Test("Returns the same view as snapshot() for the client's own context")
    func ownContext() async {
        let client = await FlagClient.serving(rules, for: .user("client"))
        #expect(client.snapshot(for: .user("client"))[owner] == "client")
        #expect(client.snapshot(for: .user("client")).other == nil)
    }

    @Test("Returns each user's own flags to 1,000 concurrent tasks")
    func concurrent() async {
        let client = await FlagClient.serving(rules)
        let wrong = Recorder<Int>()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask { [owner] in
                    let view = client.snapshot(for: .user("user-\(number)"))
                    await Task.yield()
                    if view[owner] != "user-\(number)" { wrong.add(number) }
                }
            }
        }
        #expect(wrong.all == [])
    }

    @Test("Returns details with reasons, origins, and errors")
    func details() async {
        let client = await FlagClient.serving(rules)
        let view = client.snapshot(for: .user("ada"))
        let details = view.details(of: owner)
        #expect((details.value, details.reason, details.origin.kind) == ("ada", .targetingMatch, .memory))
        #expect(view.details(of: FlagKey("nowhere", default: 1)).error?.code == .flagNotFound)
        #expect(view.details(of: FlagKey("owner", default: 1)).error?.code == .typeMismatch)
    }

    @Test("Reports a flag as not found if the rules omit it for a context")
    func leftOut() async {
        let rules = InMemoryFlagProvider(["limit", "only-ada"]) { $0.key == "ada" ? ["only-ada": 1] : [:] }
        let client = await FlagClient.serving(rules)
        #expect(client.snapshot(for: .user("ada")).int("only-ada", default: 0) == 1)
        let details = client.snapshot(for: .user("grace")).details(of: FlagKey("only-ada", default: 0))
        #expect((details.value, details.error?.code) == (0, .flagNotFound))
    }

    @Test("Returns defaults with an error before the first response")
    func notReady() {
        let client = FlagClient(provider: rules, options: .manual())
        let details = client.snapshot(for: .user("ada")).details(of: owner)
        #expect((details.value, details.error?.code) == ("default", .providerNotReady))
    }

    @Test("Returns defaults for another context if flags are evaluated remotely")
    func elsewhere() async {
        let provider = ScriptedProvider()
        let (client, _) = await provider.startedClient(["owner": "a"])
        #expect(client[owner] == "a")
        let view = client.snapshot(for: .user("b"))
        let details = view.details(of: owner)
        #expect((details.value, details.error?.code) == ("default", .invalidContext))
        #expect(details.error?.message.contains("snapshot(for:within:)") == true)
        #expect(view.allFlags == [:])
        #expect(view.state.flagSet == nil)
        #expect(view.explain(owner).description.contains("only has flags for the client's own context"))
        #expect(client.snapshot(for: .user("a"))[owner] == "a")
    }

    @Test("Serves the same flags to every context if they have no targeting")
    func everyone() async {
        let file = FileFlagProvider(.text(#"{"flags": {"owner": "all"}}"#))
        for provider in [file, InMemoryFlagProvider(["owner": "all"])] as [any FlagProvider] {
            let client = await FlagClient.serving(provider)
            #expect(client.snapshot(for: .user("b"))[owner] == "all")
            #expect(client.snapshot(for: .user("b")).state.context == .user("b"))
        }
    }

    @Test("Evaluates the targeting of in-memory flags for each context")
    func targeting() async {
        let provider = InMemoryFlagProvider(
            definitions: [
                "owner": .init(
                    variants: ["a": "Ada", "g": "Grace"], defaultVariant: "g",
                    targeting: { $0.key == "ada" ? "a" : nil }),
                "limit": .init(3),
            ])
        let client = await FlagClient.serving(provider)
        #expect(client.snapshot(for: .user("ada"))[owner] == "Ada")
        #expect(client.snapshot(for: .user("bob"))[owner] == "Grace")
        #expect(client.snapshot(for: .user("bob"))[.limit] == 3)
        provider.set(.limit, 4)
        #expect(client.snapshot(for: .user("ada"))[.limit] == 4)
    }

    @Test("Evaluates in-memory flags per context while one of them has targeting")
    func changingTargeting() async {
        let targeted = InMemoryFlagProvider.Definition(
            variants: ["a": "Ada", "g": "Grace"], defaultVariant: "g", targeting: { $0.key == "ada" ? "a" : nil })
        let provider = InMemoryFlagProvider(["owner": "all"])
        let client = await FlagClient.serving(provider)
        let evaluates = { client.snapshot().state.flagSet?.ruleSet != nil }
        #expect(!evaluates())
        provider.set("owner", definition: targeted)
        provider.set("owner", definition: targeted)
        provider.set("other", definition: targeted)
        #expect(evaluates())
        #expect(client.snapshot(for: .user("ada"))[owner] == "Ada")
        provider.set("owner", nil)
        #expect(evaluates())
        provider.set("other", "all")
        #expect(!evaluates())
        provider.replaceAll(with: ["owner": targeted])
        #expect(evaluates())
        #expect(client.snapshot(for: .user("ada"))[owner] == "Ada")
        provider.replaceAll(with: ["owner": "all"])
        #expect(!evaluates())
        #expect(client.snapshot(for: .user("ada"))[owner] == "all")
    }

    @Test("Evaluates only the requested flag, and all flags for the table")
    func evaluations() async throws {
        let places = Recorder<Int>()
        struct NotingRules: FlagRules {
            let keys = ["a", "b", "c"]
            let places: Recorder<Int>
            let flag = EvaluatedFlag("b", 1, origin: Origin(.memory, provider: "p"), reporting: .each)

            func evaluator(for context: EvaluationContext) -> FlagEvaluator {
                { [self] place in
                    places.add(place)
                    return place == 1 ? flag : nil
                }
            }
        }
        let provider = ScriptedProvider()
        let sink = RecordingSink(interest: .every)
        let (client, run) = await provider.startedClient(sinks: [sink])
        run.channel.publish(.ready(FlagSet(deciding: NotingRules(places: places), for: run.request.context)))
        #expect(places.all == [0, 1, 2])
        let view = client.snapshot(for: .user("other"))
        #expect(view.int("b", default: 0) == 1)
        let flagSet = try #require(view.state.flagSet)
        #expect(flagSet.flag(named: "b")?.value == 1)
        #expect(flagSet.flag(named: "a") == nil)
        await client.flush()
        let evaluated = places.all.dropFirst(3)
        #expect(Set(evaluated) == [0, 1], "neither the reads nor the event evaluate the third flag")
        #expect(flagSet.table.keys == ["b"])
        #expect(places.all.dropFirst(3 + evaluated.count) == [0, 1, 2])
    }

    // MARK: Views and time

    @Test("Keeps a view's flags after rule changes and the shutdown")
    func keeps() async {
        let client = await FlagClient.serving(rules)
        let view = client.snapshot(for: .user("ada"))
        rules.replaceAll { _ in ["owner": "changed"] }
        #expect(view[owner] == "ada")
        #expect(client.snapshot(for: .user("ada"))[owner] == "changed")
        await client.shutdown()
        #expect(view[owner] == "ada")
        #expect(client.snapshot(for: .user("ada"))[owner] == "default")
    }

    @Test("Applies overrides, the kill switch, and test flags to every view")
    func layers() async throws {
        let files = InMemoryFileSystem()
        let time = ManualTime()
        files.write(
            #"{"killSwitch": 1, "expires": "2026-01-02T00:00:00Z", "flags": {"new-nav": true}}"#, to: "kill.json")
        let client = await FlagClient.serving(rules, at: time) {
            $0.killSwitch = .file("kill.json", files: files)
        }
        client.overrides.set("owner", "forced")
        client.overrides.set("new-nav", false)
        let view = client.snapshot(for: .user("ada"))
        #expect(view[owner] == "forced")
        #expect(view[.newNav])
        #expect(view[.limit] == 3)
        #expect(view.allFlags == ["owner": "forced", "new-nav": true, "limit": 3])
        #expect(FlagScope(["owner": "test"]).run { view[owner] } == "test")
        time.advance(by: .seconds(40 * 86_400))
        #expect(!view[.newNav])
        #expect(view.allFlags == ["owner": "forced", "new-nav": false, "limit": 3])
        client.overrides.removeAll()
        #expect(client.snapshot(for: .user("ada"))[owner] == "ada")
    }

    @Test("Applies overrides to contexts without flags")
    func overridesElsewhere() async {
        let (client, _) = await ScriptedProvider().startedClient()
        client.overrides.set("owner", "forced")
        #expect(client.snapshot(for: .user("b"))[owner] == "forced")
        #expect(client.snapshot(for: .user("b")).allFlags == ["owner": "forced"])
    }

    // MARK: Events

    @Test("Counts reads of all contexts of a kind together, without identities")
    func counts() async {
        let sink = RecordingSink()
        let rules = InMemoryFlagProvider { context in ["limit": context["plan"] == "gold" ? 9 : 1] }
        let client = await FlagClient.serving(rules, sinks: [sink])
        for number in 0..<50 {
            let view = client.snapshot(for: .user("u\(number)", ["plan": number % 2 == 0 ? "gold" : "free"]))
            for _ in 0..<3 { _ = view[.limit] }
            _ = view.int("nowhere", default: 0)
        }
        await client.flush()
        #expect(
            sink.lines.filter { $0.hasPrefix("counted") } == [
                "counted for user:anonymous: limit=9/10 x75+0, limit=1/10 x75+0, nowhere=null/0 x50+0 FLAG_NOT_FOUND"
            ])
        #expect(!sink.lines.contains { $0.contains("u1") })
        #expect(sink.lines.filter { $0.hasPrefix("identified") }.count == 1)
    }

    @Test("Counts contexts with different kinds separately")
    func kinds() async {
        let sink = RecordingSink()
        let client = await FlagClient.serving(InMemoryFlagProvider { _ in ["limit": 1] }, sinks: [sink])
        _ = client.snapshot(for: .user("a"))[.limit]
        _ = client.snapshot(for: EvaluationContext([.init(.user, key: "a"), .init(.organization, key: "o")]))[.limit]
        await client.flush()
        #expect(
            sink.lines.filter { $0.hasPrefix("counted") } == [
                "counted for user:anonymous: limit=1/10 x1+0",
                "counted for organization:anonymous, user:anonymous: limit=1/10 x1+0",
            ])
    }

    @Test("Passes the view's context to hooks, and sends exposures")
    func exposures() async {
        let sink = RecordingSink(interest: .every)
        let contexts = Recorder<String>()
        let client = await FlagClient.serving(rules, sinks: [sink]) {
            $0.hooks = [NotingHook(contexts) { "\($0.context)" }]
        }
        _ = client.snapshot(for: .user("ada"))[owner]
        #expect(contexts.all == ["user:ada"])
        await client.flush()
        #expect(sink.lines.contains(#"evaluated owner = "ada" value ok"#))
    }

    @Test("Attributes a tracking event to the context passed to track(for:)")
    func track() async {
        let sink = RecordingSink()
        let client = await FlagClient.serving(rules, for: .user("client"), sinks: [sink])
        client.track("checkout", metric: 5, for: .user("ada"))
        client.track("checkout")
        await client.flush()
        #expect(
            sink.lines.filter { $0.hasPrefix("tracked") } == [
                "tracked checkout null 5.0 by user:ada", "tracked checkout null - by user:client",
            ])
    }

    @Test("Counts every read of eight concurrent tasks")
    func countsOfThreads() async {
        let sink = RecordingSink()
        let client = await FlagClient.serving(rules, sinks: [sink])
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<500 { _ = client.snapshot(for: .user("u\(thread)-\(number)"))[.newNav] }
                }
            }
        }
        await client.flush()
        #expect(sink.readCounts == ["new-nav": 4000])
    }

    // MARK: Explaining

    @Test("Explains the view's context with the facts of the rules")
    func explain() async {
        struct Explained: FlagRules {
            let keys = ["limit"]
            let flag = EvaluatedFlag("limit", 4, reason: .targetingMatch, origin: Origin(.network, provider: "p"))
            func evaluator(for context: EvaluationContext) -> FlagEvaluator { { [flag] _ in flag } }
            func explanation(of place: Int, for context: EvaluationContext) -> [String: FlagValue] {
                ["strategy": .string("for \(context.key ?? "-") at \(place)")]
            }
        }
        struct Provider: FlagProvider {
            let name = "p"
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                channel.publish(.ready(FlagSet(deciding: Explained(), for: request.context)))
            }
        }
        let client = await FlagClient.serving(Provider(), for: .user("client"))
        let explanation = client.snapshot(for: .user("ada")).explain("limit")
        #expect(explanation.context == "user:ada")
        #expect(explanation.value == 4)
        #expect(explanation.steps.first { $0.layer == .provider }?.facts["strategy"] == "for ada at 0")
        #expect(
            client.explain("limit").steps.first { $0.layer == .provider }?.facts["strategy"] == "for client at 0")
    }
}
