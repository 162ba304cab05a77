// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardUnleash
import HostileServer
import Testing
import TestSupport

@Suite("Migration")
struct MigrationExampleTests {
    @Test("Rejects options with the usage, and writes no file", arguments: ["--help", "-h"])
    func options(option: String) async throws {
        let program = try #require(Program("Migration"), "The Migration program isn't next to the tests.")
        let outcome = try await program.run([option])
        #expect(outcome.status == 2)
        #expect(outcome.errors == "usage: Migration [path/to/report.json]\n")
        #expect(!FileManager.default.fileExists(atPath: option))
    }

    @Test("Prints the plan's effect and parity report, and writes the report file")
    func report() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let program = try #require(Program("Migration"), "The Migration program isn't next to the tests.")
        let outcome = try await program.run([file.path(percentEncoded: false)])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(5) == [
                "Flags by the plan:",
                "  new-nav: new-nav = true (UNKNOWN, bootstrap: unleash)",
                "  theme-name: theme-name = true (harbour, UNKNOWN, bootstrap: unleash)",
                "  upload-limit: upload-limit = 250 (2, UNKNOWN, bootstrap: launchdarkly)",
                "  old-checkout: old-checkout = false (1, UNKNOWN, bootstrap: launchdarkly)",
            ])
        #expect(lines.last == "JSON report: \(file.path(percentEncoded: false))")
        #expect(lines.contains("6 flags, 24 comparisons, 50.0 % agree"))
        #expect(lines.contains("    250 / 300 (seen 4x, first for 96669444fc9d)"))
        #expect(lines.contains { $0.hasPrefix("unleash: warning: tags: The attribute is an array") })

        let report = try JSONReader().read(String(contentsOf: file, encoding: .utf8))
        #expect(report["compared"] == 24)
        #expect(report["agreed"] == 12)
        guard case .array(let flags)? = report["flags"] else {
            Issue.record("The report contains no flags.")
            return
        }
        let keys = flags.map { $0["key"] ?? .null }
        #expect(keys == ["beta-search", "greeting", "new-nav", "old-checkout", "theme-name", "upload-limit"])
        for flag in flags {
            guard case .string(let key)? = flag["key"], case .object(let counts)? = flag["counts"] else { continue }
            let line = try #require(
                lines.first { $0.hasPrefix("  \(key) ") && $0.contains("launchdarkly / unleash: ") })
            for (outcome, count) in counts { #expect(line.contains("\(outcome) \(count)")) }
        }
    }

    @Test("Reports the path of a report that can't be written")
    func unwritable() async throws {
        let program = try #require(Program("Migration"), "The Migration program isn't next to the tests.")
        let outcome = try await program.run(["/no/such/folder/report.json"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("report.json"))
    }

    @Test("Compares a third vendor whose flags the plan never serves")
    func threeVendors() async throws {
        let answer = #"""
            {"flags": [
              {"key": "new-nav", "value": true, "reason": "STATIC", "variant": "on"},
              {"key": "upload-limit", "value": 250, "reason": "SPLIT", "variant": "c"},
              {"key": "old-checkout", "errorCode": "PARSE_ERROR", "errorDetails": "a bad rule"}
            ]}
            """#
        let server = try HostileServer(answering: { _ in Step.flags(answer) })
        defer { server.stop() }
        let flags = Repository.path("Examples/Migration/Flags").path(percentEncoded: false)
        let configuration = #"""
            {"version": 1, "active": "all", "providers": {
              "launchdarkly": {"type": "bootstrap", "file": "\#(flags)/launchdarkly.json", "format": "launchdarkly"},
              "unleash": {"type": "bootstrap", "file": "\#(flags)/unleash.json", "format": "unleash"},
              "flagd": {"type": "ofrep", "url": "\#(server.url(""))", "persistence": "networkOnly"},
              "all": {"type": "combined", "providers": ["launchdarkly", "unleash", "flagd"], "strategy": {
                "type": "migration", "old": "launchdarkly", "new": "unleash",
                "stages": [{"flags": ["new-nav"], "step": "new"}, {"flags": ["*"], "step": "shadow"}],
                "automaticRollback": {"mismatchRate": 0, "errorRate": 0, "after": 1}
              }}
            }}
            """#
        let client = try FlagClient(
            configuration: .json(configuration), providers: [.launchDarkly, .unleash, .ofrep],
            options: .manual { $0.diagnosticHandler = { _ in } })
        #expect(await client.start() == .ready)
        #expect(client.details(of: FlagKey("new-nav", default: false)).provider == "unleash")
        #expect(client.details(of: FlagKey("upload-limit", default: 0)).provider == "launchdarkly")
        let parity = try #require(client.parity)
        let lines = parity.description.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.first == "6 flags, 11 comparisons, 45.4 % agree")
        #expect(lines.contains("new-nav 100.0 % launchdarkly / unleash: agrees 1"))
        #expect(lines.contains("new-nav 100.0 % launchdarkly / flagd: agrees 1"))
        #expect(lines.contains("upload-limit 0.0 % launchdarkly / unleash: differs 1"))
        #expect(lines.contains("upload-limit 100.0 % launchdarkly / flagd: agrees 1"))
        #expect(lines.contains("old-checkout 0.0 % launchdarkly / flagd: failed 1"))
        #expect(lines.contains("greeting 0.0 % launchdarkly / flagd: missingInOther 1"))
        await client.shutdown()
    }
}
