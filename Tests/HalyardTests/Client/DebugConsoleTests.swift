// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing
import TestSupport

@Suite("Diagnostics on standard error")
struct DebugConsoleTests {
    #if DEBUG
        @Test("Prints warnings and errors to standard error in debug builds")
        func printed() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let client = FlagClient(provider: InMemoryFlagProvider(["limit": 1]), options: .manual())
                await client.start()
                client.diagnostics.report(Diagnostic("note", .info, "Good to know."))
                client.diagnostics.report(
                    Diagnostic("fault", .error, subject: "unleash", "Wrong token.", suggestion: "Fix it."))
                client.track("bought")
                await client.shutdown()
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("Halyard: ") }
            #expect(lines.count == 2)
            #expect(lines.first == "Halyard: error: unleash: Wrong token. Fix it.")
            #expect(lines.last?.hasPrefix("Halyard: warning: bought: The event is discarded") == true)
            #expect(!text.contains("Good to know."))
        }

        @Test("Prints nothing if a diagnostic handler is set, even an empty one")
        func handled() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                var options = FlagClient.Options()
                options.diagnosticHandler = { _ in }
                let client = FlagClient(provider: InMemoryFlagProvider(["limit": 1]), options: options)
                await client.start()
                client.track("bought")
                await client.shutdown()
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(!text.contains("Halyard: "))
        }
    #endif
}
