// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HummingbirdTesting
import Testing

@testable import FlagServer

@Suite(.timeLimit(.minutes(2))) struct FlagServiceTests {
    /// Returns the response of each protocol for the flag "who" and the user ada, whose plan is "gold plus".
    private static func answers(_ server: TestServer) async throws -> [FlagValue?] {
        let user = #"{"kind": "user", "key": "ada", "plan": "gold plus"}"#
        let unleash = try await server.json(.get, "/api/frontend?userId=ada&properties%5Bplan%5D=gold+plus")
        let body = #"{"context": {"userId": "ada", "properties": {"plan": "gold plus"}}}"#
        let posted = try await server.json(.post, "/api/frontend", body)
        let launchDarkly = try await server.json(.report, "/msdk/evalx/context", user)
        let ofrep = try await server.json(
            .post, "/ofrep/v1/evaluate/flags/who", #"{"context": {"targetingKey": "ada", "plan": "gold plus"}}"#)
        return [
            unleash["toggles"]?[0]?["variant"]?["payload"]?["value"],
            posted["toggles"]?[0]?["variant"]?["payload"]?["value"], launchDarkly["who"]?["value"], ofrep["value"],
        ]
    }

    @Test("Evaluates rules for each request's context")
    func rules() async throws {
        let rules = InMemoryFlagProvider { context in
            ["who": .string("\(context.key ?? "nobody") \(context["plan"].flatMap(String.init(flagValue:)) ?? "-")")]
        }
        try await FlagService.of(rules, context: .user("server")).serve { server async throws in
            #expect(server.service.decidesForEachRequest)
            #expect(try await Self.answers(server) == Array(repeating: "ada gold plus", count: 4))
        }
    }

    @Test("Evaluates a file of Unleash rules for each request's context")
    func rulesOfAFile() async throws {
        let folder = try TestFolder()
        let rules = #"""
            {"version": 2, "features": [{"name": "gold-only", "enabled": true, "strategies": [{"name": "default",
             "constraints": [{"contextName": "plan", "operator": "IN", "values": ["gold"]}]}]}]}
            """#
        let service = try FlagService.make(
            ServerArguments(source: .flags(file: folder.file("flags.json", rules)))
        ) { Issue.record("\($0)") }
        await service.client.start()
        try await service.serve { server async throws in
            let gold = try await server.json(.get, "/api/frontend?properties%5Bplan%5D=gold")
            #expect(gold["toggles"]?[0]?["name"] == "gold-only")
            #expect(try await server.json(.get, "/api/frontend?properties%5Bplan%5D=free") == ["toggles": []])
            let user = #"{"kind": "user", "key": "ada", "plan": "gold"}"#
            let mobile = try await server.json(.report, "/msdk/evalx/context", user)
            #expect(mobile["gold-only"]?["value"] == true)
        }
    }

    /// A provider that publishes the key of the requested context, as a vendor whose service evaluates flags.
    private struct OneContext: FlagProvider {
        let name = "vendor"

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            channel.publish(
                .ready(FlagSet(["who": .string(request.context.key ?? "-")], from: name, for: request.context)))
        }
    }

    @Test("Serves the flags of the server's context when there are no rules")
    func oneContext() async throws {
        try await FlagService.of(OneContext(), context: .user("server")).serve { server async throws in
            #expect(!server.service.decidesForEachRequest)
            #expect(try await Self.answers(server) == Array(repeating: "server", count: 4))
        }
    }

    @Test("Serves only local flags of a combined provider for other contexts")
    func combination() async throws {
        let rules = InMemoryFlagProvider(name: "rules") { context in ["here": .string(context.key ?? "-")] }
        let both = try CombinedProvider("both", [.init(rules), .init(OneContext())])
        try await FlagService.of(both, context: .user("server")).serve { server async throws in
            let flags = try await server.json(.report, "/msdk/evalx/context", #"{"kind": "user", "key": "ada"}"#)
            #expect(flags["here"]?["value"] == "ada")
            #expect(flags["who"]?["value"] == .null)
            let own = server.service.flags(for: .user("server"))
            #expect(own["who"]?.value == "server")
        }
    }

    @Test("Applies and removes an override in every protocol")
    func overrides() async throws {
        let service = FlagService.of(["who": "file"])
        try await service.serve { server async throws in
            try await service.override("who", "me")
            #expect(try await Self.answers(server) == Array(repeating: "me", count: 4))
            #expect(service.overrides == ["who": "me"])
            try await service.override("who", nil)
            #expect(try await Self.answers(server) == Array(repeating: "file", count: 4))
            try await service.override("made-up", true)
            #expect(service.flags(for: .anonymous)["made-up"]?.origin.kind == .override)
        }
    }

    @Test("Saves overrides in a file for apps and for the next start")
    func savedOverrides() async throws {
        let folder = try TestFolder()
        let flags = try folder.file("flags.json", #"{"flags": {"a": true, "limit": 1}}"#)
        let saved = folder.path + "/overrides.json"
        let arguments = ServerArguments(source: .flags(file: flags), save: saved)
        let first = try FlagService.make(arguments) { _ in }
        await first.client.start()
        try await first.override("limit", 5)
        try await first.override("layout", ["columns": 2])
        try await first.override("a", nil)
        #expect(
            try String(contentsOfFile: saved, encoding: .utf8) == """
                {
                  "flags": {
                    "layout": {
                      "columns": 2
                    },
                    "limit": 5
                  }
                }

                """)
        await first.client.shutdown()

        let second = try FlagService.make(arguments) { _ in }
        await second.client.start()
        #expect(second.client.int("limit", default: 0) == 5)
        await second.client.shutdown()

        var options = FlagClient.Options()
        options.overrides = OverrideOptions(file: saved)
        let app = FlagClient(provider: InMemoryFlagProvider(["limit": 1]), options: options)
        #expect(app.int("limit", default: 0) == 5)
    }

    @Test("Doesn't overwrite a file that contains something else", arguments: [#"{"a": 1}"#, "no json", "[]"])
    func foreignFile(text: String) throws {
        let folder = try TestFolder()
        let flags = try folder.file("flags.json", #"{"flags": {"a": true}}"#)
        let foreign = try folder.file("notes.json", text)
        #expect(throws: (any Error).self) {
            try FlagService.make(ServerArguments(source: .flags(file: flags), save: foreign)) { _ in }
        }
        #expect(try String(contentsOfFile: foreign, encoding: .utf8) == text)
    }

    @Test("Rejects a manifest or the source file as the override file")
    func protectedFiles() throws {
        let folder = try TestFolder()
        let plain = #"{"flags": {"a": true}}"#
        let flags = try folder.file("flags.json", plain)
        let text = #"{"flags": {"a": {"flagType": "boolean", "defaultValue": true}, "b": true}}"#
        let manifest = try folder.file("manifest.json", text)
        let link = folder.path + "/link.json"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: flags)
        func complaint(_ save: String) -> String? {
            let error = #expect(throws: OverrideFile.Fault.self) {
                try FlagService.make(ServerArguments(source: .flags(file: flags), save: save)) { _ in }
            }
            return error?.description
        }
        for path in [flags, link, folder.path + "/./flags.json"] {
            #expect(complaint(path) == "\(path) is the file that the server reads. Choose another file for --save.")
        }
        #expect(
            complaint(manifest)
                == "\(manifest) doesn't contain overrides ({\"flags\": {\"<key>\": <value>, …}}), so the server doesn't overwrite it. Choose another file."
        )
        #expect(try String(contentsOfFile: flags, encoding: .utf8) == plain)
        #expect(try String(contentsOfFile: manifest, encoding: .utf8) == text)
    }

    @Test("Keeps other properties and external edits of the override file")
    func editedOverrides() async throws {
        let folder = try TestFolder()
        let flags = try folder.file("flags.json", #"{"flags": {"a": true}}"#)
        let saved = try folder.file("overrides.json", #"{"$schema": "s.json", "flags": {}, "version": 1}"#)
        let service = try FlagService.make(ServerArguments(source: .flags(file: flags), save: saved)) { _ in }
        await service.client.start()
        try await service.override("b", 1)
        #expect(
            try String(contentsOfFile: saved, encoding: .utf8) == """
                {
                  "$schema": "s.json",
                  "flags": {
                    "b": 1
                  },
                  "version": 1
                }

                """)
        let edit = #"{"flags": {"by-hand": true}}"#
        _ = try folder.file("overrides.json", edit)
        let error = await #expect(throws: OverridesNotSaved.self) { try await service.override("b", 2) }
        #expect(
            error?.description == """
                The change wasn't saved, and applies only until the server ends. \(saved) was changed by another program. \
                Restart the server to read it.
                """)
        #expect(try String(contentsOfFile: saved, encoding: .utf8) == edit)
        #expect(service.overrides == ["b": 2])
        try FileManager.default.removeItem(atPath: saved)
        try await service.override("b", 3)
        #expect(try String(contentsOfFile: saved, encoding: .utf8).contains("\"b\": 3"))
        await service.client.shutdown()
    }

    @Test("Applies an override when its file can't be written")
    func unwritableFile() async throws {
        let folder = try TestFolder()
        let flags = try folder.file("flags.json", #"{"flags": {"a": true}}"#)
        let service = try FlagService.make(
            ServerArguments(source: .flags(file: flags), save: folder.path + "/nowhere/overrides.json")
        ) { _ in }
        await service.client.start()
        let error = await #expect(throws: OverridesNotSaved.self) { try await service.override("a", false) }
        #expect(
            error?.description == """
                The change wasn't saved, and applies only until the server ends. \
                Can't write \(folder.path)/nowhere/overrides.json: No such file or directory.
                """)
        #expect(!service.client.bool("a", default: true))
        await #expect(throws: OverridesNotSaved.self) { try await service.override("b", 1) }
        await #expect(throws: OverridesNotSaved.self) { try await service.removeOverrides() }
        #expect(service.overrides == [:])
        #expect(service.client.bool("a", default: false))
        await service.client.shutdown()
    }

    @Test("Applies valid edits of the file, and reports invalid edits")
    func editedFile() async throws {
        let folder = try TestFolder()
        let flags = try folder.file("flags.json", #"{"flags": {"limit": 1}}"#)
        let (diagnostics, found) = AsyncStream.makeStream(of: String.self)
        let service = try FlagService.make(ServerArguments(source: .flags(file: flags))) { found.yield("\($0)") }
        await service.client.start()
        let limit = FlagKey("limit", default: 0)
        _ = try folder.file("flags.json", #"{"flags": {"limit": 2}}"#)
        await service.client.waits(for: limit, toBe: 2)
        _ = try folder.file("flags.json", #"{"flags": {"limit": }}"#)
        for await diagnostic in diagnostics {
            #expect(diagnostic.hasPrefix("\(flags):1:21: error: /flags/limit: "))
            break
        }
        for await update in service.client.updates where update.state.error != nil {
            #expect(update.state.status == .stale)
            break
        }
        #expect(service.flags(for: .anonymous).isReady)
        #expect(service.flags(for: .anonymous)["limit"]?.value == 2)
        _ = try folder.file("flags.json", #"{"flags": {"limit": 3}}"#)
        await service.client.waits(for: limit, toBe: 3)
        await service.client.shutdown()
    }

    @Test("Reports the location of an invalid manifest entry, and keeps the flags")
    func halfTypedManifest() async throws {
        let folder = try TestFolder()
        let whole =
            #""a": {"flagType": "boolean", "defaultValue": true}, "n": {"flagType": "float", "defaultValue": 1}"#
        let flags = try folder.file("flags.json", "{\"flags\": {\(whole)}}")
        let (diagnostics, found) = AsyncStream.makeStream(of: String.self)
        let service = try FlagService.make(ServerArguments(source: .flags(file: flags))) { found.yield("\($0)") }
        await service.client.start()
        let broken = """
            {"flags": {"a": {"flagType": "boolean", "defaultValue": "yes"}, "n": {"flagType": "float"},
            "t": {"defaultValue": 1}, "u": {"flagType": "bool", "defaultValue": true}}}
            """
        _ = try folder.file("flags.json", broken)
        var said: [String] = []
        for await diagnostic in diagnostics {
            said.append(String(diagnostic.dropFirst(flags.count).prefix { $0 != "\n" }))
            if said.count == 4 { break }
        }
        #expect(
            said == [
                #":1:57: warning: /flags/a/defaultValue: a: The default value isn't of type boolean. Use a value of type boolean, or change "flagType"."#,
                #":1:70: warning: /flags/n: n: Missing default value. Add "defaultValue": … of type float."#,
                #":2:6: warning: /flags/t: t: Missing flag type. Add "flagType": "boolean", "integer", "float", "string", or "object"."#,
                #":2:45: warning: /flags/u/flagType: u: Unknown flag type "bool". Use "boolean", "integer", "float", "string", or "object"."#,
            ])
        #expect(service.flags(for: .anonymous).flags.map(\.value) == [true, 1])
        _ = try folder.file("flags.json", #"{"flags": {"a": {"flagType": "integer", "defaultValue": 7}}}"#)
        await service.client.waits(for: FlagKey("a", default: 0), toBe: 7)
        await service.client.shutdown()
    }

    @Test(
        "Detects the format of a file",
        arguments: [
            #"{"flags": {"a": true}}"#, #"{"flags": {"a": {"flagType": "boolean", "defaultValue": true}}}"#,
            #"{"toggles": [{"name": "a", "enabled": true}]}"#, #"{"a": {"value": true, "version": 1}}"#,
            #"{"features": [{"name": "a", "enabled": true, "strategies": [{"name": "default"}]}]}"#,
            #"{"a": true, "$flagsState": {"a": {"version": 1}}, "$valid": true}"#,
        ])
    func formats(text: String) async throws {
        let folder = try TestFolder()
        let service = try FlagService.make(
            ServerArguments(source: .flags(file: folder.file("flags.json", text)))
        ) { Issue.record("\($0)") }
        await service.client.start()
        #expect(service.flags(for: .anonymous).flags.map(\.key) == ["a"])
        #expect(service.flags(for: .anonymous)["a"]?.value == true)
        await service.client.shutdown()
    }

    @Test("Serves a configuration, and switches its provider")
    func configuration() async throws {
        let folder = try TestFolder()
        let file = try folder.file(
            "halyard.json",
            #"""
            {"version": 1, "active": "one", "providers": {"one": {"type": "memory", "flags": {"a": 1}},
             "two": {"type": "memory", "flags": {"a": 2}}}}
            """#)
        let service = try FlagService.make(ServerArguments(source: .configuration(file: file))) { _ in }
        try await service.serve { server async throws in
            #expect(service.providers == ["one", "two"])
            let app = try await server.vendorClient(server.launchDarkly)
            #expect(app.int("a", default: 0) == 1)
            try await service.client.switchProvider(to: "two")
            await app.waits(for: FlagKey("a", default: 0), toBe: 2)
            await app.shutdown()
        }
    }

    @Test("Lists the supported flags in the manifest")
    func manifest() async throws {
        let flags: [String: FlagValue] = [
            "bool": true, "int": 1, "double": 1.5, "text": "x", "object": ["a": 1], "list": [1], "none": .null,
        ]
        try await FlagService.of(flags).serve { server async throws in
            #expect(
                try await server.json(.get, "/openfeature/v0/manifest") == [
                    "flags": [
                        ["key": "bool", "type": "boolean", "defaultValue": true],
                        ["key": "double", "type": "float", "defaultValue": 1.5],
                        ["key": "int", "type": "integer", "defaultValue": 1],
                        ["key": "object", "type": "object", "defaultValue": ["a": 1]],
                        ["key": "text", "type": "string", "defaultValue": "x"],
                    ]
                ])
        }
    }

    @Test("Counts reads of too many keys together without overflow")
    func ledger() async {
        let ledger = ReadLedger()
        ledger.add(Dictionary(uniqueKeysWithValues: (0..<ReadLedger.limit).map { ("flag-\($0)", 1) }))
        ledger.add(["one-more": 2, "flag-0": .max, "nothing": 0, "less": -1])
        ledger.add(["one-more": .max])
        #expect(ledger.all.count == ReadLedger.limit)
        #expect(ledger.all["flag-0"]?.count == .max)
        #expect(ledger.others == .max)
    }

    @Test("Wakes a follower of reads after each report")
    func followedReads() async {
        let ledger = ReadLedger()
        var changes = ledger.changes.makeAsyncIterator()
        ledger.add(["a": 1])
        #expect(await changes.next() != nil)
        ledger.add(["a": 1])
        #expect(await changes.next() != nil)
        #expect(ledger.all["a"]?.count == 2)
    }
}
