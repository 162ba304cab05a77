// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import HalyardUI
import Observation
import TestSupport
import Testing

@MainActor @Suite("FlagMenuModel")
struct FlagMenuModelTests {
    private let provider = InMemoryFlagProvider(
        definitions: [
            "limit": .init(variants: ["small": 1, "large": 9], defaultVariant: "small"), "new-nav": .init(false),
            "theme": .init(["accent": "red"]), "broken": .init(error: FlagError(.general, "the rule is wrong")),
        ], name: "local")
    private let journal = Journal()

    private func menu(
        _ declared: [FlagMenuKey] = [], sinks: [any EventSink] = [],
        _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) async -> (FlagMenuModel, FlagClient) {
        let client = await FlagClient.serving(
            provider, for: .user("ada", ["plan": "gold", "email": "a@b.c"]).keepingPrivate("email"), sinks: sinks,
            change)
        return (FlagMenuModel(client, declaring: declared, time: ManualTime()), client)
    }

    // MARK: Rows

    @Test("Lists every flag by name with its details")
    func rows() async throws {
        let (menu, _) = await menu()
        #expect(menu.rows.map(\.key) == ["broken", "limit", "new-nav", "theme"])
        let limit = try #require(menu.row("limit"))
        #expect(limit.text == "1")
        #expect(limit.kind == .integer)
        #expect(limit.variant == "small")
        #expect(limit.reason == "STATIC")
        #expect(limit.origin == "memory")
        #expect(limit.provider == "local")
        #expect(limit.force == nil)
        #expect(menu.row("theme")?.text == #"{"accent":"red"}"#)
        #expect(menu.row("theme")?.kind == .json)
        #expect(menu.row("broken")?.error == "the rule is wrong")
        #expect(menu.row("nowhere") == nil)
    }

    @Test("Lists a declared flag that the provider doesn't list")
    func declared() async throws {
        let (menu, client) = await menu([.init(.onByDefault), .init(.limit)])
        let row = try #require(menu.row("on-by-default"))
        #expect(menu.rows.map(\.key) == ["broken", "limit", "new-nav", "on-by-default", "theme"])
        #expect((row.text, row.kind, row.origin, row.reason) == ("true", .boolean, "default", "DEFAULT"))
        menu[isOn: "on-by-default"] = false
        #expect(client[.onByDefault] == false)
        #expect(menu.row("on-by-default")?.force == .code)
    }

    @Test("Doesn't count displaying flags as reads")
    func counts() async {
        let sink = RecordingSink(interest: .every)
        let (menu, client) = await menu(sinks: [sink])
        _ = (menu.rows, menu.row("limit"), menu.explanation(of: "limit"))
        await client.flush()
        #expect(sink.readCounts == [:])
        #expect(!sink.lines.contains { $0.hasPrefix("evaluated") })
    }

    @Test(
        "Searches keys, values, variants, and providers, ignoring case",
        arguments: [
            ("NAV", ["new-nav"]), ("small", ["limit"]), ("red", ["theme"]), ("false", ["new-nav"]), ("local", nil),
            ("nothing of it", []),
        ] as [(String, [String]?)])
    func search(text: String, keys: [String]?) async {
        let (menu, _) = await menu()
        menu.searchText = text
        #expect(menu.rows.map(\.key) == keys ?? ["broken", "limit", "new-nav", "theme"])
    }

    @Test("Filters overridden, changed, and failed flags")
    func filters() async {
        let (menu, _) = await menu()
        menu.filter = .failed
        #expect(menu.rows.map(\.key) == ["broken"])
        menu.filter = .forced
        #expect(menu.rows == [])
        menu.setOverride("limit", to: 4)
        #expect(menu.rows.map(\.key) == ["limit"])
        menu.filter = .changed
        provider.set("new-nav", true)
        await until { menu.rows.map(\.key) == ["limit", "new-nav"] }
    }

    // MARK: Overrides

    @Test("Sets and removes overrides immediately")
    func force() async {
        let (menu, client) = await menu()
        #expect(menu.canForce)
        menu.setOverride("limit", to: 42)
        #expect(client[.limit] == 42)
        #expect(menu.row("limit")?.text == "42")
        #expect(menu.row("limit")?.force == .code)
        menu.removeOverride("limit")
        #expect(client[.limit] == 1)
        #expect(menu.row("limit")?.force == nil)
        menu[isOn: "new-nav"] = true
        #expect(client[.newNav])
        #expect(menu[isOn: "new-nav"])
        menu.removeAllOverrides()
        #expect(!client[.newNav])
    }

    @Test(
        "Parses text as a value of the flag's kind",
        arguments: [
            (.boolean, "TRUE", true), (.integer, "-7", -7), (.number, "2", 2.0), (.number, "1e3", 1000.0),
            (.string, "12", "12"), (.json, #"{"a":[1]}"#, ["a": [1]]), (.json, "null", .null),
        ] as [(FlagMenuValueKind, String, FlagValue)])
    func texts(kind: FlagMenuValueKind, text: String, value: FlagValue) throws {
        #expect(try kind.value(of: text) == value)
    }

    @Test(
        "Rejects invalid text, and reports the expected value",
        arguments: [
            (.boolean, "yes", #"Expected true or false, found "yes"."#),
            (.integer, "1.5", #"Expected an integer, found "1.5"."#),
            (.integer, "99999999999999999999", #"Expected an integer, found "99999999999999999999"."#),
            (.number, "many", #"Expected a number, found "many"."#),
            (
                .json, "{",
                "Invalid JSON in line 1, column 2. Expected a property name in double quotes, found the end of the text."
            ),
        ] as [(FlagMenuValueKind, String, String)])
    func wrongTexts(kind: FlagMenuValueKind, text: String, message: String) async {
        let (menu, client) = await menu()
        let error = #expect(throws: FlagMenuError.self) { try menu.setOverride("limit", to: text, as: kind) }
        #expect(error?.description == message)
        #expect(client.overrides.values == [:])
    }

    @Test("Doesn't override flags if overrides are disabled")
    func removeOverride() async {
        let (menu, client) = await menu { $0.overrides.isDebugBuild = false }
        #expect(!menu.canForce)
        menu.setOverride("limit", to: 5)
        #expect(client[.limit] == 1)
        #expect(menu.row("limit")?.force == nil)
    }

    @Test("Shows the source of an override")
    func sources() async {
        let (menu, _) = await menu { options in
            options.overrides = OverrideOptions(arguments: true)
            options.overrides.host.arguments = ["app", "--halyard-flag=limit=8"]
        }
        #expect(menu.row("limit")?.force == .source("argument"))
        #expect(menu.row("limit")?.text == "8")
    }

    // MARK: History

    @Test("Keeps changes with old and new values, newest first")
    func history() async {
        let (menu, _) = await menu()
        provider.set("limit", 2)
        await until { menu.history.count == 1 }
        provider.set("limit", nil)
        await until { menu.history.count == 2 }
        #expect(menu.history.map(\.old) == [2, 1])
        #expect(menu.history.map(\.new) == [nil, 2])
        #expect(menu.history(of: "limit").count == 2)
        #expect(menu.history(of: "new-nav").isEmpty)
    }

    @Test("Keeps only the newest 100 changes")
    func historyLimit() async {
        let (menu, _) = await menu()
        for number in 1...110 {
            provider.set("limit", .int(Int64(number * 10)))
            await until { menu.history.first?.new == .int(Int64(number * 10)) }
        }
        #expect(menu.history.count == 100)
        #expect(menu.history.last?.new == 110)
    }

    @Test("Notifies observers of flag changes and searches")
    func observed() async {
        let (menu, _) = await menu()
        withObservationTracking {
            _ = menu.rows
        } onChange: { [journal] in
            Task { @MainActor in journal.add("rows") }
        }
        provider.set("limit", 2)
        await journal.untilCount(1)
        #expect(menu.row("limit")?.text == "2")
        withObservationTracking {
            _ = menu.rows
        } onChange: { [journal] in
            Task { @MainActor in journal.add("search") }
        }
        menu.searchText = "nav"
        await journal.untilCount(2)
        #expect(journal.lines == ["rows", "search"])
    }

    // MARK: The client

    @Test("Shows the context without private attributes")
    func context() async {
        let (menu, client) = await menu()
        #expect(menu.context.map(\.id) == ["user"])
        #expect(menu.context[0].key == "ada")
        #expect(menu.context[0].attributes == ["plan": "gold"])
        await client.setContext(.user("grace"))
        await until { menu.context[0].key == "grace" }
        #expect(menu.context[0].attributes == [:])
    }

    @Test("Shows the client's status and diagnostics, newest first")
    func client() async {
        let (menu, client) = await menu()
        #expect(menu.state.status == .ready)
        client.diagnostics.report(Diagnostic("first", .info, "One.", suggestion: ""))
        client.diagnostics.report(Diagnostic("second", .info, "Two.", suggestion: ""))
        #expect(menu.diagnostics.map(\.code) == ["second", "first"])
        await client.shutdown()
        await until { menu.state.isShutDown }
    }

    @Test("Sends a request to the provider when refreshing")
    func refresh() async {
        let scripted = ScriptedProvider()
        let (client, _) = await scripted.startedClient()
        let menu = FlagMenuModel(client)
        async let refreshed: Void = menu.refresh()
        let run = await scripted.nextRun()
        #expect(run.request.cause == .refresh)
        run.answer(["limit": 2])
        await refreshed
        #expect(client[.limit] == 2)
    }

    @Test("Returns the client's explanation of a flag")
    func explanation() async {
        let (menu, client) = await menu()
        menu.setOverride("limit", to: 5)
        #expect(menu.explanation(of: "limit") == client.explain("limit"))
        #expect(menu.explanation(of: "limit").value == 5)
    }
}
