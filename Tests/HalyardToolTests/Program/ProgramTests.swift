// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HostileServer
import Testing
import TestSupport

/// Tests that run the built program.
@Suite("halyard-cli")
struct ProgramTests {
    private let program: Program
    private let folder = Folder()

    init() throws {
        program = try #require(Program("halyard-cli"), "The program isn't next to the tests.")
    }

    private func configuration(_ url: String) -> String {
        """
        {"version": 1, "active": "vendor", "context": {"key": "ada"}, "providers": {
          "vendor": {"type": "unleash", "url": "\(url)", "clientKey": "k", "appName": "shop"},
          "file": {"type": "memory", "flags": {"new-nav": true}}}}
        """
    }

    @Test("Exits with 3 if a provider is unreachable")
    func unreachable() async throws {
        let port = try ClosedPort()
        try folder.write(configuration(port.url("/api/frontend")), to: "halyard.json")
        for command in ["eval", "explain new-nav", "compare vendor file", "manifest"] {
            let words = command.split(separator: " ").map(String.init) + ["--timeout", "300ms"]
            let outcome = try await program.run(words, environment: folder.environment, in: folder.url)
            #expect(outcome.status == 3, "\(command): \(outcome)")
            #expect(outcome.errors.contains("http://127.0.0.1:"), "\(command): \(outcome)")
            #expect(!outcome.errors.contains("goes on"), "\(command): \(outcome)")
            #expect(command.first != "c" || outcome.errors.contains("vendor isn't ready. "), "\(outcome)")
        }
        withExtendedLifetime(port) {}
    }

    @Test(
        "Explains the HTTP status of a rejected provider, with a suggestion",
        arguments: [
            ("unleash", "Use a frontend token of this service"), ("unleash-local", "Use a client (backend) token"),
            ("launchdarkly", "mobile key"), ("ofrep", "Set a valid \"bearer\""),
        ])
    func rejected(type: String, advice: String) async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(401, body: "{}"))] })
        defer { server.stop() }
        let url = server.url("/api")
        try folder.write(
            """
            {"version": 1, "active": "unleash", "providers": {
              "unleash": {"type": "unleash", "url": "\(url)/frontend", "clientKey": "k"},
              "unleash-local": {"type": "unleash-local", "url": "\(url)", "token": "k"},
              "launchdarkly": {"type": "launchdarkly", "mobileKey": "k", "baseUrl": "\(url)", "streamUrl": "\(url)",
                               "eventsUrl": "\(url)"},
              "ofrep": {"type": "ofrep", "url": "\(url)"}}}
            """, to: "halyard.json")
        let outcome = try await program.run(
            ["explain", "new-nav", "--provider", type], environment: folder.environment, in: folder.url)
        #expect(outcome.status == 3)
        let step = outcome.output.split(separator: "\n").first { $0.contains("provider [passed]") } ?? ""
        #expect(step.contains("401") && step.contains(advice), "\(outcome)")
        // A provider that serves bootstrap flags in the meantime must give the same explanation.
        try folder.write(#"{"flags": {"new-nav": true}}"#, to: "flags.json")
        let text = try folder.text("halyard.json").replacing(
            "\"type\":", with: "\"bootstrap\": \"flags.json\", \"type\":")
        try folder.write(text, to: "halyard.json")
        let shipped = try await program.run(
            ["explain", "new-nav", "--provider", type], environment: folder.environment, in: folder.url)
        let used = shipped.output.split(separator: "\n").first { $0.contains("provider [used]") } ?? ""
        #expect(used.contains("401") && used.contains(advice), "\(shipped)")
    }

    #if os(Linux)
        @Test("Doesn't print a proxy password from the environment")
        func proxyPassword() async throws {
            try folder.write(configuration("http://flags.example.com/api/frontend"), to: "halyard.json")
            var environment = folder.environment
            environment["http_proxy"] = "http://ann:SECRET/PW@127.0.0.1:3128"
            for arguments in [["eval"], ["explain", "new-nav"], ["eval", "--json"]] {
                let outcome = try await program.run(
                    arguments + ["--timeout", "60s"], environment: environment, in: folder.url)
                #expect(outcome.status == 3)
                #expect(outcome.errors.contains("environment variable http_proxy isn't a valid URL"), "\(outcome)")
                let text = outcome.output + outcome.errors
                #expect(!text.contains("SECRET") && !text.contains("PW") && !text.contains("ann"), "\(outcome)")
            }
        }

        @Test("Reports once that nothing is stored if HOME isn't set")
        func withoutHome() async throws {
            let server = try HostileServer(answering: { _ in
                [.send(.response(body: #"{"toggles":[{"name":"new-nav","enabled":true}]}"#))]
            })
            defer { server.stop() }
            let text = configuration(server.url("/api/frontend")).replacing(
                #""appName": "shop""#, with: #""appName": "shop", "storeSession": false, "persistence": "networkFirst""#
            )
            try folder.write(text, to: "halyard.json")
            let outcome = try await program.run(
                ["eval"], environment: ["HOME": nil, "XDG_CACHE_HOME": nil], in: folder.url)
            #expect(outcome.status == 0, "\(outcome)")
            // A busy machine might also report that the store is slow.
            let warnings = outcome.errors.split(separator: "\n").filter { !$0.contains("hasn't responded within") }
            #expect(
                warnings == [
                    "warning: Nothing is stored on this device, because HOME isn't set. "
                        + "Set HOME or XDG_CACHE_HOME to an absolute path, or set \"folder\" in \"persistence\"."
                ])
        }
    #endif

    @Test("Exits with 3 if the only source of a migration's flags is down", arguments: ["true", "false"])
    func migrationWithoutSource(required: String) async throws {
        let port = try ClosedPort()
        let text = configuration(port.url("/api/frontend")).replacing(
            #""active": "vendor""#, with: #""active": "both""#
        )
        .replacing(
            #""file": {"#,
            with:
                #""both": {"type": "combined", "providers": ["file", {"provider": "vendor", "required": \#(required)}], "#
                + #""strategy": {"type": "migration", "old": "file", "new": "vendor", "#
                + #""stages": [{"flags": ["*"], "step": "new"}]}}, "file": {"#)
        try folder.write(text, to: "halyard.json")
        for command in ["eval", "explain new-nav"] {
            let words = command.split(separator: " ").map(String.init) + ["--timeout", "60s"]
            let outcome = try await program.run(words, environment: folder.environment, in: folder.url)
            #expect(outcome.status == 3, "\(command): \(outcome)")
            #expect(outcome.errors.contains("error: No flags are available. "), "\(command): \(outcome)")
            #expect(outcome.errors.contains("counts as required") == (required == "false"), "\(command): \(outcome)")
        }
        withExtendedLifetime(port) {}
    }

    @Test("Exits with 3 after a timeout, and prints the bootstrap flags")
    func slow() async throws {
        let server = try HostileServer(answering: { _ in [.stall] })
        defer { server.stop() }
        let text = configuration(server.url("/api/frontend")).replacing(
            #""appName": "shop""#, with: #""appName": "shop", "bootstrap": "shipped.json""#)
        try folder.write(text, to: "halyard.json")
        try folder.write(#"{"flags": {"new-nav": true}}"#, to: "shipped.json")
        let outcome = try await program.run(
            ["eval", "--timeout=300ms", "-q"], environment: folder.environment, in: folder.url)
        #expect(outcome.status == 3)
        #expect(outcome.output.contains("new-nav  true   -        STATIC  bootstrap  vendor"), "\(outcome)")
        #expect(outcome.errors.hasPrefix("error: The provider didn't respond, so the flags are older. "))
    }

    @Test("Doesn't report reads to the vendor")
    func noReports() async throws {
        let server = try HostileServer(answering: { _ in
            [.send(.response(body: #"{"toggles":[{"name":"new-nav","enabled":true}]}"#))]
        })
        defer { server.stop() }
        try folder.write(configuration(server.url("/api/frontend")), to: "halyard.json")
        let outcome = try await program.run(["eval", "new-nav"], environment: folder.environment, in: folder.url)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("new-nav  true   -        UNKNOWN  network  vendor    0 s\n"), "\(outcome)")
        #expect(server.requests.map(\.method) == ["GET"])
    }

    @Test("Doesn't report unknown flags if a service lists only enabled flags")
    func absence() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(body: #"{"toggles":[]}"#))] })
        defer { server.stop() }
        try folder.write(configuration(server.url("/api/frontend")), to: "halyard.json")
        try folder.write(#"{"flags": {"new-nav": {"flagType": "boolean", "defaultValue": false}}}"#, to: "flags.json")
        let outcome = try await program.run(
            ["stale", "--config", "halyard.json"], environment: folder.environment, in: folder.url)
        #expect(
            outcome
                == .init(
                    status: 0, output: "no obsolete flags among 1 flag\n",
                    errors: "vendor lists only enabled flags, so unknown flags can't be detected.\n"))
    }

    @Test("Exits with 1 for a difference before an outage, and otherwise with 3")
    func outage() async throws {
        let server = try HostileServer(answering: { request in
            guard request.target.contains("userId=ada") else { return [.send(.response(503))] }
            return [.send(.response(body: #"{"toggles":[{"name":"new-nav","enabled":true}]}"#))]
        })
        defer { server.stop() }
        try folder.write(configuration(server.url("/api/frontend")), to: "halyard.json")
        try folder.write("{\"key\": \"ada\"}\n{\"key\": \"grace\"}\n", to: "people.jsonl")
        let words = ["compare", "vendor", "file", "--contexts", "people.jsonl", "--timeout", "600s"]
        let agreeing = try await program.run(words, environment: folder.environment, in: folder.url)
        #expect(agreeing.status == 3, "\(agreeing)")
        #expect(agreeing.errors.contains("Compared 1 of 2 contexts in "), "\(agreeing)")
        #expect(agreeing.errors.contains("error: Can't compare context 2. "), "\(agreeing)")
        let other = configuration(server.url("/api/frontend")).replacing(
            #"{"new-nav": true}"#, with: #"{"new-nav": false}"#)
        try folder.write(other, to: "halyard.json")
        let differing = try await program.run(words, environment: folder.environment, in: folder.url)
        #expect(differing.status == 1, "\(differing)")
    }

    @Test("Exits without a message if the output pipe is closed")
    func brokenPipe() async throws {
        let line = "'\(program.path)' schema | head -n 1; echo ${PIPESTATUS[0]}"
        for start in ["", "trap '' PIPE; "] {
            let outcome = try await Program(path: "/bin/bash").run(["-c", start + line])
            #expect(outcome.errors == "")
            #expect(["{\n0\n", "{\n141\n"].contains(outcome.output), "\(outcome)")
        }
    }

    @Test("Prints the result even if standard error isn't writable")
    func noErrors() async throws {
        try folder.write(#"{"flags": {"new-nav": {"flagType": "boolean", "defaultValue": false}}}"#, to: "flags.json")
        try folder.write(
            #"{"version": 1, "providers": {"a": {"type": "memory", "flags": {"new-nav": true}}}}"#, to: "halyard.json")
        let sinks = ["2>&-", "2> >(:)", "2>/dev/full"].filter {
            $0 != "2>/dev/full" || FileManager.default.fileExists(atPath: "/dev/full")
        }
        for sink in sinks {
            for start in ["", "trap '' PIPE; "] {
                let line = start + "'\(program.path)' manifest \(sink); echo $?"
                let outcome = try await Program(path: "/bin/bash").run(["-c", line], in: folder.url)
                #expect(
                    outcome.output.hasSuffix(
                        "\"new-nav\": { \"flagType\": \"boolean\", \"defaultValue\": true }\n  }\n}\n0\n"),
                    "\(sink): \(outcome)")
            }
        }
    }

    @Test("Exits with 3 if standard output isn't writable")
    func fullDisk() async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let outcome = try await Program(path: "/bin/bash").run(["-c", "'\(program.path)' schema > /dev/full"])
        #expect(outcome == .init(status: 3, output: "", errors: "error: standard output: No space left on device\n"))
    }

    @Test("Applies the umask to new files, and keeps a replaced file's mode")
    func permissions() async throws {
        try folder.write(#"{"flags": {"new-nav": {"flagType": "boolean", "defaultValue": false}}}"#, to: "flags.json")
        let line = """
            umask 022; '\(program.path)' generate -q -o new.swift; ls -l new.swift | cut -c 1-10
            for mode in 600 664 755; do
                echo old > kept.swift; chmod $mode kept.swift
                '\(program.path)' generate -q -o kept.swift; ls -l kept.swift | cut -c 1-10
            done
            cmp new.swift kept.swift
            """
        let outcome = try await Program(path: "/bin/bash").run(["-c", line], in: folder.url)
        #expect(
            outcome
                == .init(status: 0, output: "-rw-r--r--\n-rw-------\n-rw-rw-r--\n-rwxr-xr-x\n", errors: ""))
    }

    @Test("Writes to pipes, devices, and standard output without replacing them")
    func streams() async throws {
        try folder.write(#"{"flags": {"new-nav": {"flagType": "boolean", "defaultValue": false}}}"#, to: "flags.json")
        let line = """
            '\(program.path)' generate > keys.swift
            echo first > log; '\(program.path)' generate -q -o /dev/stdout >> log
            (echo first; cat keys.swift) | cmp - log
            '\(program.path)' generate -q -o /dev/stdout | cmp - keys.swift
            mkfifo fifo; exec 3<> fifo; '\(program.path)' generate -q -o fifo; ls -l fifo | cut -c 1
            head -c $(wc -c < keys.swift) <&3 | cmp - keys.swift
            '\(program.path)' generate -q -o /dev/null
            """
        let outcome = try await Program(path: "/bin/bash").run(["-c", line], in: folder.url)
        #expect(outcome == .init(status: 0, output: "p\n", errors: ""))
    }

    @Test("Prints colors only on a terminal and without NO_COLOR")
    func terminal() async throws {
        try folder.write("{}", to: "halyard.json")
        let python = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
        let words = ["python3", "-c", python, program.path, "check"]
        let shown = try await Program(path: "/usr/bin/env").run(
            words, environment: ["TERM": "xterm", "NO_COLOR": nil], in: folder.url)
        #expect(shown.status == 1)
        #expect(shown.output.contains("\u{1B}[1;31merror:\u{1B}[0m"), "\(shown)")
        let plain = try await Program(path: "/usr/bin/env").run(
            words, environment: ["TERM": "xterm", "NO_COLOR": "1"], in: folder.url)
        #expect(!plain.output.contains("\u{1B}"))
        let piped = try await program.run(["check"], environment: ["TERM": "xterm", "NO_COLOR": nil], in: folder.url)
        #expect(!piped.output.contains("\u{1B}"))
        #expect(piped.status == 1)
    }

    @Test("Watches a file for changes, and exits with 130 after ^C")
    func watch() async throws {
        try folder.write(
            """
            {"version": 1, "providers": {"p": {"type": "bootstrap", "file": "flags.json", "refreshInterval": "20ms"}}}
            """, to: "halyard.json")
        try folder.write(#"{"flags": {"new-nav": false, "limit": 1}}"#, to: "flags.json")
        // The shell sends the interrupt to the program only.
        let line = """
            '\(program.path)' watch new-nav $1 > out & id=$!
            until [ -s out ]; do
                sleep 0.1
                printf '{"flags": {"new-nav": %s, "limit": %s}}' "$next" "$RANDOM" > next.json
                mv next.json flags.json
                [ "$next" = true ] && next=false || next=true
            done
            kill -INT $id
            wait $id
            echo $?
            """
        // Without job control, a shell's background programs ignore ^C.
        let words = ["-c", "set -m; next=true; " + line, "watch"]
        let text = try await Program(path: "/bin/bash").run(words, in: folder.url)
        #expect(text.output.hasSuffix("130\n"), "\(text)")
        let first = try #require(try folder.text("out").split(separator: "\n").first)
        #expect(
            // The file might have changed before the program first read it.
            first.wholeMatch(
                of: /\d\d:\d\d:\d\dZ  new-nav  (false → true|true → false)  \(STATIC, bootstrap: p\)/)
                != nil, "\(first)")

        try FileManager.default.removeItem(at: folder.url.appending(path: "out"))
        _ = try await Program(path: "/bin/bash").run(words + ["--json"], in: folder.url)
        let json = try JSONReader().read(String(try #require(try folder.text("out").split(separator: "\n").first)))
        #expect(json["key"] == "new-nav")
        #expect(json["provider"] == "p")
        #expect(json["old"] != json["new"])
    }
}
